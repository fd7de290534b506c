//! An array initialiser forgets no guards of its elements
//! check: EXP LET/bound @ 6
/*# thread_shared */
class Table {
    final int[/*# elems_guarded_by this */] row = new int[/*# elems_guarded_by this */ 1];
    void bad() { int[][] rows = { row }; rows[0][0] = 1; }
    void good() { int[][] rows = { new int[1], { 2, 3 } }; rows[0][0] = 1; }
}
