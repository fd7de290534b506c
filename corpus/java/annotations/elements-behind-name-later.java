//! The same of a variable that gets its value later
//! check: EXP LET/bound @ 9
/*# thread_shared */
class Rows {
    final Object a = new Object(), b = new Object();
    void m() {
        int x[/*# elems_guarded_by a */] = new int[/*# elems_guarded_by a */ 1];
        int y[/*# elems_guarded_by b */];
        y = x;
    }
}
