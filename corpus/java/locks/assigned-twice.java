//! A local that is assigned again is no lock
//! check: EXP SYNC/lock-final @ 9
class Cell { int v /*# guarded_by this */; }

class User {
    static void set(Cell a, Cell b) {
        Cell c = a;
        c = b;
        synchronized (c) { c.v = 1; }
    }
}
