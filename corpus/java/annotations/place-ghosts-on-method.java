//! Class parameters stand behind the name of a class
//! check: JAVA ANNOTATION/place @ 4
class Wrong {
    void m() /*#{ghost Object l}*/ { }
}
