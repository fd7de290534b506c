//! Locks are compared as text, calls included, where only annotations are checked
//! option: --profile guarded-by
//! check: EXP ASSIGN/guard-held @ 11
class Counter {
    @GuardedBy("lock()") int n;

    Object lock() { return new Object(); }

    void good() { synchronized (lock()) { n = 1; } }

    void bad() { synchronized (this) { n = 2; } }
}
