//! Guard of a class: of its fields that have none
//! check: EXP ASSIGN/guard-held @ 10
/*# guarded_by this */
class Point {
    int x, y;
    final int z = 0;

    synchronized void up() { y = x + z; }

    void left() { x = 0; }
}
