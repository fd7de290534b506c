//! An anonymous class starts with no lock held
//! check: EXP REF/guard-held @ 15
interface Source { int next(); }

class Counter {
    int n /*# guarded_by this */;

    synchronized Source good() {
        return new Source() {
            public int next() { synchronized (Counter.this) { return n; } }
        };
    }

    synchronized Source bad() {
        return new Source() { public int next() { return n; } };
    }
}
