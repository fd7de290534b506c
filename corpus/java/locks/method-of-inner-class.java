//! A method of an inner class that returns a lock of the class around
//! check: EXP ASSIGN/guard-held @ 16
class Outer {
    private final Object lock = new Object();

    class Inner {
        @GuardedBy("getLock()") int m;

        final Object getLock() { return lock; }

        void good() {
            synchronized (getLock()) { m = 1; }
            synchronized (lock) { m = 2; }
        }

        void bad() { m = 3; }
    }
}
