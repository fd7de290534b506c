//! The same of a field
//! check: EXP REF/guard-held @ 6
class Rows {
    int data[/*# elems_guarded_by this */] /*# guarded_by this */;
    synchronized int good() { return data[0]; }
    static int bad(Rows r) { int[/*# elems_guarded_by r */] d; synchronized (r) { d = r.data; } return d[0]; }
}
