//! A field guarded by a parameter's object, that the caller locks
//! check: EXP INVOKE/requires-held @ 14
class Cell {
    int v /*# guarded_by this */;
}

class User {
    static void set(Cell c) /*# requires c */ { c.v = 1; }

    static void good(Cell d) {
        synchronized (d) { set(d); }
    }

    static void bad(Cell d) { set(d); }
}
