//! @GuardedBy with several locks: all of them
//! check: EXP ASSIGN/guard-held @ 9
class Two {
    final Object a = new Object();
    final Object b = new Object();
    @GuardedBy({"a", "b"}) int n;

    void one() {
        synchronized (a) { n = 1; }
    }

    void both() {
        synchronized (a) { synchronized (b) { n = 1; } }
    }
}
