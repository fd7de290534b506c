//! An overriding method may require less
//! check: ok
abstract class Base {
    abstract void up() /*# requires this */;
}

class Derived extends Base {
    int n /*# guarded_by this */;

    synchronized void up() { n++; }
}
