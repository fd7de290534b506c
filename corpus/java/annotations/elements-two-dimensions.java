//! Each dimension has its own guard
//! check: EXP REF/guard-held @ 10
class Grid {
    final Object rows = new Object();
    final int[/*# elems_guarded_by this.rows */][/*# elems_guarded_by this */] cells = null;

    int get(int i, int j) {
        synchronized (rows) {
            synchronized (this) { if (cells[i][j] > 0) return 1; }
            return cells[i][j];
        }
    }
}
