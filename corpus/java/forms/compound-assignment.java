//! x += e reads and writes
//! check: EXP ASSIGN/guard-held @ 7, EXP REF/guard-held @ 7, EXP ASSIGN/guard-held @ 8, EXP REF/guard-held @ 8
class Counter {
    int n /*# guarded_by this */;

    void bad() {
        n += 2;
        n--;
    }

    synchronized int good() { n <<= 2; n ^= 3; return n++; }
}
