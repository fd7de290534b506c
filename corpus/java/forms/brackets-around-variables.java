//! Brackets around a variable that is assigned
//! check: EXP ASSIGN/guard-held @ 7
class Counter {
    int n /*# guarded_by this */;
    final int[/*# elems_guarded_by this */] all = new int[/*# elems_guarded_by this */ 2];

    void bad() { (n) = 3; }

    synchronized void good(boolean b) {
        // The last word here is no method
        (this.n) += 2;
        if (b) ((n)) = 3; else (all[(0)]) >>>= 4;
        int local;
        (local) = "(n) = 3".length() == 2 ? 1 : 2;
    }
}
