//! Elements of an array and their guard
//! check: EXP REF/guard-held @ 13
class Buffer {
    final int[/*# elems_guarded_by this */] data = new int[/*# elems_guarded_by this */ 10];

    synchronized void put(int i, int x) {
        data[i] = x;
    }

    int size() { return data.length; }

    int get(int i) {
        return data[i];
    }
}
