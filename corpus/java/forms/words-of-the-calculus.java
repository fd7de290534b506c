//! Names that are words of the calculus
//! check: EXP ASSIGN/guard-held @ 8
class Words {
    int in /*# guarded_by this */;
    int let /*# guarded_by this */;

    synchronized void fork(int holds) { in = holds; let = in; }
    void print(int any) { in = any; }
}
