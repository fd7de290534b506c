//! Record: final fields with accessors, shared if they are
//! check: ok
record Point(int x, int y) {
    int sum() { return x() + y; }
}

class Board {
    Point corner /*# guarded_by this */;

    synchronized int size() { return corner.sum(); }
}
