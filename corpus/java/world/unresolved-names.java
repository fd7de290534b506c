//! Names that nothing declares are errors, and the rest is judged
//! check: JAVA CODE/declared @ 6, JAVA CODE/declared @ 6, JAVA CODE/declared @ 8, EXP REF/guard-held @ 8
class User {
    int n /*# guarded_by this */;

    synchronized int good() { return unknown(n).more + other; }

    int bad() { return unknown(n); }
}
