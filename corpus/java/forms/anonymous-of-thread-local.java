//! An anonymous class below a thread-local one is thread-local too
//! check: ok
class Note {
    int length;

    static Note empty() { return new Note() { }; }
    static Note named() { return new Note() { int own() { return length; } }; }
}
