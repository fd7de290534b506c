//! Several guards: all are needed, each that is missing is an error
//! check: EXP ASSIGN/guard-held @ 13, EXP ASSIGN/guard-held @ 17, EXP ASSIGN/guard-held @ 17
class Two {
    final Object a = new Object(), b = new Object();
    int n /*# guarded_by a, b */;

    void both() {
        synchronized (a) { synchronized (b) { n = 1; } }
    }

    void one() {
        synchronized (a) {
            n = 2;
        }
    }

    void none() { n = 3; }
}
