//! A lock taken on trust, for the rest of the block
//! check: EXP REF/guard-held @ 11
class Trust {
    int n /*# guarded_by this */;

    int get() {
        {
            //# holds this
            n = 1;
        }
        return n;
    }
}
