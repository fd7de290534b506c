//! lock() and unlock() in finally hold a lock
//! check: EXP ASSIGN/guard-held @ 20
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    void good() {
        lock.lock();
        try {
            n = 1;
        } finally {
            lock.unlock();
        }
    }

    void bad() {
        lock.lock();
        n = 2;
        lock.unlock();
    }
}
