//! Arrays of arrays, and initialisers of arrays
//! check: EXP ASSIGN/guard-held @ 11
class Table {
    final int[/*# elems_guarded_by this */][/*# elems_guarded_by this */] cells =
        new int[/*# elems_guarded_by this */ 3][/*# elems_guarded_by this */];
    final int[/*# elems_guarded_by this */] row = {1, 2, 3};

    synchronized void good() { cells[0] = row; cells[0][1] = 2; }

    void bad() {
        row[1] = 2;
        int n = cells.length;
    }
}
