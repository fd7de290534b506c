//! Lambdas in lambdas
//! check: EXP REF/guard-held @ 12
interface Source { int next(); }
interface Maker { Source make(); }

class Counter {
    int n /*# guarded_by this */;

    Maker good(int x) { return () -> () -> { synchronized (this) { return n + x; } }; }

    synchronized Maker bad() {
        return () -> () -> n;
    }
}
