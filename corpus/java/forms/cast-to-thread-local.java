//! No cast from a shared class to a thread-local one
//! check: EXP CAST/local @ 8
/*# thread_local */
class Scratch { int n; }

class User {
    static int use(Object o) {
        return ((Scratch) o).n;
    }
}
