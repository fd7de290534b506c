//! An inner class of a thread-local class is thread-local
//! check: SHAREABLE GUARDED FIELD/field-type @ 11
/*# thread_local */
class Outer {
    int n;

    class Inner { int get() { return n; } }
}

class Shared {
    Outer.Inner i /*# guarded_by this */;
}
