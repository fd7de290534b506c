//! A lock taken on trust
//! check: ok
class Trust {
    int n /*# guarded_by this */;

    int get() {
        //# holds this
        return n;
    }
}
