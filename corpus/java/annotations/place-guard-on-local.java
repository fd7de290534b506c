//! A guard is of a field: none of a local variable
//! check: JAVA ANNOTATION/place @ 5
class Wrong {
    int m() {
        int x /*# guarded_by this */ = 1;
        return x;
    }
}
