//! lock() holds a lock up to the unlock() of its block, or of its finally
//! check: EXP ASSIGN/guard-held @ 27
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

    void straight() {
        lock.lock();
        n = 2;
        lock.unlock();
    }

    void bad() {
        lock.lock();
        lock.unlock();
        n = 3;
    }
}
