//! An object of a class below a lock of the library is the lock of its methods, and its monitor is another one
//! check: EXP ASSIGN/guard-held @ 20
import java.util.concurrent.locks.ReentrantLock;

class Segment extends ReentrantLock {
    @GuardedBy("this") private int n;

    void put() {
        lock();
        try { n = 1; } finally { unlock(); }
    }

    void offer() {
        if (tryLock()) {
            try { n = 2; } finally { this.unlock(); }
        }
    }

    synchronized void bad() {
        n = 3;
    }

    static void put(Segment s) {
        s.lock();
        try { s.n = 4; } finally { s.unlock(); }
    }
}
