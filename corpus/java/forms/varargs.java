//! A variable number of arguments is an array
//! check: EXP INVOKE/requires-held @ 10
class Counter {
    int n /*# guarded_by this */;

    void all(int... by) /*# requires this */ { n += by[0] + by.length; }

    synchronized void good() { all(1, 2, 3); all(); }

    void bad() { all(1, 2); }
}
