//! A field that is not final is no lock
//! check: EXP SYNC/lock-final @ 8
class Cell { int v /*# guarded_by this */; }

class User {
    volatile Cell c;
    void set() {
        synchronized (c) { c.v = 1; }
    }
}
