//! Word that is no annotation
//! check: JAVA ANNOTATION/syntax @ 4
class Wrong {
    final int n /*# garded_by this */ = 1;
}
