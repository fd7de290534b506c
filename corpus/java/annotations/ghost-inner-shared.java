//! An inner class with a parameter of its own, and the object around it
//! check: ok
class Outer {
    /*# thread_shared */
    class Inner/*#{ghost Object o}*/ { int n /*# guarded_by o */; }

    Inner/*#{this}*/ i /*# guarded_by this */;

    int m() {
        final Outer a = new Outer();
        Inner/*#{a}*/ j;
        synchronized (a) { j = a.i; return j.n; }
    }
}
