//! Without aid, an initialiser that is no literal needs the guard
//! option: --constructors none
//! check: EXP ASSIGN/guard-held @ 6
class Counter {
    int n /*# guarded_by this */ = 1;
    int m /*# guarded_by this */ = 1 + 2;
}
