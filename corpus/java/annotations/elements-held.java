//! Elements of an array, with their guard held
//! check: ok
class Buffer {
    final int[/*# elems_guarded_by this */] data = new int[/*# elems_guarded_by this */ 10];

    synchronized int swap(int i, int x) {
        int old = data[i];
        data[i] = x;
        return old;
    }
}
