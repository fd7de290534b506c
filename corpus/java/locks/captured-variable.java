//! A captured variable as the guard of a field of a local class
//! check: EXP ASSIGN/guard-held @ 13
class Outer {
    void some(Object parameter) {
        final Object lock = new Object();
        class Inner {
            @GuardedBy("lock") int n;
            @GuardedBy("parameter") int m;

            void good() { synchronized (lock) { n = 1; } synchronized (parameter) { m = 1; } }

            @Holding("lock") void held() { n = 2; }
            void bad() { n = 3; }
        }
    }
}
