//! String that is no path
//! check: JAVA ANNOTATION/syntax @ 4
class Wrong {
    @GuardedBy("a + b") int n;
}
