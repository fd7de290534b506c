//! Classes in lambdas, lambdas in classes
//! check: EXP REF/guard-held @ 15
interface Source { int next(); }
interface Maker { Source make(); }

class Counter {
    int n /*# guarded_by this */;

    Maker good(int x) {
        return () -> new Source() {
            public int next() { Source s = () -> { synchronized (Counter.this) { return n + x; } }; return s.next(); }
        };
    }

    Maker bad() { return () -> new Source() { public int next() { return n; } }; }
}
