//! Guards of an array belong to its type
//! check: EXP ASSIGN/value @ 9
class Buffer {
    int[/*# elems_guarded_by this */] data /*# guarded_by this */;

    synchronized void good(int[/*# elems_guarded_by this */] other) { data = other; }

    synchronized void bad(Buffer b, int[/*# elems_guarded_by b */] other) {
        data = other;
    }
}
