//! None written in the class itself: its own parameters
//! check: ok
class Cell/*#{ghost Object l}*/ {
    int v /*# guarded_by l */;
    Cell next /*# guarded_by l */;

    int second() /*# requires l */ { return next.v; }
}
