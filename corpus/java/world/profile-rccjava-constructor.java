//! Without aid a constructor is a method as any other
//! option: --profile rccjava
//! check: EXP ASSIGN/guard-held @ 8
class Counter {
    int n /*# guarded_by this */;

    Counter(int x) {
        n = x;
    }
}
