//! A lambda that captures something thread-local is thread-local
//! check: LOCAL CLASS/override @ 9
interface Source { int next(); }

/*# thread_local */
class Scratch { int n; }

class User {
    static Source make(Scratch s) { return () -> s.n; }
}
