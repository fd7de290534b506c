//! A lambda starts with no lock held
//! check: EXP REF/guard-held @ 12
interface Source { int next(); }

class Counter {
    int n /*# guarded_by this */;

    synchronized Source good() {
        return () -> { synchronized (this) { return n; } };
    }

    synchronized Source bad() { return () -> n; }
}
