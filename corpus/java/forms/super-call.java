//! super.m() calls the method of the superclass
//! check: EXP INVOKE/requires-held @ 11
class Base {
    int n /*# guarded_by this */;
    void up() /*# requires this */ { n++; }
}

class Derived extends Base {
    synchronized void good() { super.up(); }

    void bad() { super.up(); }
}
