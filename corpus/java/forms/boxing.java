//! Boxes are external objects
//! check: ok
class Counter {
    Integer n /*# guarded_by this */ = 0;

    synchronized int up() {
        n = n + 1;
        n++;
        Integer before = n;
        return before == 3 ? before : 2 * n;
    }
}
