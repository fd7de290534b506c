//! A guard that is said twice is one guard
//! check: ok
class Shelf {
    final Object lamp = new Object();
    int[/*# elems_guarded_by lamp *//*# elems_guarded_by lamp */] books /*# guarded_by this */;

    synchronized void take(int[/*# elems_guarded_by lamp */] given) { books = given; }
}
