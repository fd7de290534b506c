//! Inner, local and anonymous classes and lambdas that take the locks themselves
//! check: ok
interface Source { int next(); }

class Outer {
    int n /*# guarded_by this */;

    class Inner { int get() { synchronized (Outer.this) { return n; } } }

    Source local(int x) {
        class Next implements Source { public synchronized int next() { return x; } }
        return new Next();
    }

    Source anonymous(int x) {
        return new Source() { public int next() { synchronized (Outer.this) { return n + x; } } };
    }

    Source lambda(int x) { return () -> { synchronized (this) { return n + x; } }; }

    synchronized int value() { return n; }

    Source reference() { return this::value; }
}
