//! Constructors, initialisers, superclasses
//! check: ok
class Base {
    int n /*# guarded_by this */;
    Base(int n) { this.n = n; }
}

class Derived extends Base {
    final int[/*# elems_guarded_by this */] all = new int[2];
    int m /*# guarded_by this */ = all.length;
    { m++; }
    Derived() { super(1); n = 2; }
    Derived(int x) { this(); synchronized (this) { n = x; } }
}
