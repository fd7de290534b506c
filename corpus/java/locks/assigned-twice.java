//! A local that is assigned again, but not in the block that locks it, is one object there
//! check: ok
class Cell { int v /*# guarded_by this */; }

class User {
    static void set(Cell a, Cell b) {
        Cell c = a;
        c = b;
        synchronized (c) { c.v = 1; }
    }
}
