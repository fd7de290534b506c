//! An effectively final local is a lock
//! check: ok
class Cell { int v /*# guarded_by this */; }

class User {
    static void set() {
        Cell c = new Cell();
        synchronized (c) { c.v = 1; }
        Cell d;
        d = c;
        synchronized (d) { d.v = 2; }
    }
}
