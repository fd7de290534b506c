//! Guard that is no name here
//! check: JAVA ANNOTATION/resolved @ 4
class Wrong {
    int n /*# guarded_by lok */;

    int get() { return n; }
}
