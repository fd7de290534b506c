//! holds is a statement
//! check: JAVA ANNOTATION/place @ 4
class Wrong {
    int n; /*# holds this */
}
