//! @Holding is requires
//! check: EXP INVOKE/requires-held @ 10
class Counter {
    final Object lock = new Object();
    @GuardedBy("lock") int n;

    @Holding("lock") void up() { n++; }

    void bad() {
        up();
    }

    void good() {
        synchronized (lock) { up(); }
    }
}
