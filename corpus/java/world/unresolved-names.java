//! Names that nothing declares are taken on trust
//! check: EXP REF/guard-held @ 8
class User {
    int n /*# guarded_by this */;

    synchronized int good() { return unknown(n).more + other; }

    int bad() { return unknown(n); }
}
