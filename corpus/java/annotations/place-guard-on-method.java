//! A guard is of a field: none of a method
//! check: JAVA ANNOTATION/place @ 4
class Wrong {
    /*# guarded_by this */ void m() {}
}
