//! Errors silenced on a line, by kind
//! check: EXP REF/guard-held @ 9, EXP REF/guard-held @ 10
class Quiet {
    int n /*# guarded_by this */;

    int all() { return n; } //# no_warn
    int ours() { return n; } //# no_warn EXP REF/guard-held
    int race() { return n; } //# no_warn Race
    int other() { return n; } //# no_warn ThreadLocal
    int none() { return n; }
}
