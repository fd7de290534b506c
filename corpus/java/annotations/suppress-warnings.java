//! Errors silenced in a declaration
//! check: EXP REF/guard-held @ 19
class Quiet {
    int n /*# guarded_by this */;

    @SuppressWarnings("GuardedBy")
    int all() {
        return n;
    }

    @SuppressWarnings({"unchecked", "racefree"})
    int ours() {
        return n;
    }

    @SuppressWarnings("unchecked")
    int other() {
        int x =
            n;
        return x;
    }
}
