//! Several annotations add up
//! check: EXP ASSIGN/guard-held @ 9
class Two {
    final Object a = new Object(), b = new Object();
    /*# guarded_by a */ int n /*# guarded_by b */;

    void one() {
        synchronized (a) {
            n = 2;
        }
    }
}
