//! What stands beside a block in an instance initialiser is part of it
//! check: EXP REF/guard-held @ 8, EXP ASSIGN/guard-held @ 8
class Acc {
    static int n /*# guarded_by Acc.class */;

    {
        { }
        n++;
    }

    static { { } n = 1; }
}
