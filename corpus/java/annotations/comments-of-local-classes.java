//! A comment in front of a local class is the class's, and one in front of a statement the statement's
//! check: EXP ASSIGN/guard-held @ 9, EXP REF/guard-held @ 9
/*# thread_shared */
class Cell {
    int n /*# guarded_by this */;

    void first() {
        /*# thread_shared */ class Kept { int v /*# guarded_by this */; synchronized void up() { v++; } }
        new Kept().v++;
    }
    void later() {
        int i = 1; /*# thread_shared */ class Kept { final int v = 1; }
        /*# holds this */
        n = new Kept().v + i;
        /*# thread_shared */
        interface Kind { int kind(); }
        /*# thread_local */ record Two(Kind one, int two) { }
        new Two(null, n);
    }
}
