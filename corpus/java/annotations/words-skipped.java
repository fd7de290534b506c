//! Words in brackets are for people
//! check: EXP REF/guard-held @ 6
class Words {
    int n; /*#(the number of words) guarded_by this */

    int get() { return n; }
}
