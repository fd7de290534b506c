//! forks is of a parameter
//! check: JAVA ANNOTATION/place @ 4
class Wrong {
    void m() /*# forks */ { }
}
