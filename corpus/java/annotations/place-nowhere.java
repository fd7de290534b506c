//! An annotation in the middle of an expression means nothing
//! check: JAVA ANNOTATION/place @ 4
class Wrong {
    int m(int x) { return x + /*# requires this */ 1; }
}
