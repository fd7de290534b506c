//! Dimensions behind the name, with their guards
//! check: EXP SET VAR/value @ 9, EXP REF/guard-held @ 10
/*# thread_shared */
class Rows {
    final Object a = new Object(), b = new Object();
    int m() {
        int x[/*# elems_guarded_by a */] = new int[/*# elems_guarded_by a */ 1];
        int y[/*# elems_guarded_by b */] = null;
        y = x;
        return x[0];
    }
}
