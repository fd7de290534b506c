//! To clone an array is to read its elements
//! check: EXP REF/guard-held @ 6
class Table {
    final int[/*# elems_guarded_by this */] a = new int[/*# elems_guarded_by this */ 3];

    Object bad() { return a.clone(); }
    synchronized Object good() { return a.clone(); }
}
