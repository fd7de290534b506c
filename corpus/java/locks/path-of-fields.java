//! A path of several final fields
//! check: EXP ASSIGN/guard-held @ 19
/*# thread_shared */ class Locks { final Object first = new Object(); final Object second = new Object(); }

class Cell {
    final Locks locks = new Locks();
    @GuardedBy("locks.first") int v;

    void good() {
        synchronized (locks.first) {
            v = 1;
        }
    }

    void bad() {
        synchronized (
            locks.second
        ) {
            v = 2;
        }
    }
}
