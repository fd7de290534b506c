//! A method has no sharing
//! check: JAVA ANNOTATION/place @ 4
class Wrong {
    /*# thread_local */ void m() {}
}
