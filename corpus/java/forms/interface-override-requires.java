//! An overriding method must not require more
//! check: PROG/override-requires @ 9
/*# thread_shared */
abstract class Base {
    abstract void up();
}

class Derived extends Base {
    void up() /*# requires this */ { }
}
