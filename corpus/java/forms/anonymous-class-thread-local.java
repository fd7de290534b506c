//! One that captures something thread-local must not override a shared method
//! check: LOCAL CLASS/override @ 11
interface Source { int next(); }

/*# thread_local */
class Scratch { int n; }

class User {
    static Source make(Scratch s) {
        return new Source() {
            public int next() { return s.n; }
        };
    }
}
