//! Annotation to the end of a line
//! check: EXP REF/guard-held @ 6
class Line {
    int n; //# guarded_by this

    int get() { return n; }
}
