//! lock() and unlock(), tryLock(), in try
//! check: ok
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    int up() {
        lock.lock();
        try {
            return n++;
        } finally {
            lock.unlock();
        }
    }

    void maybe() {
        if (lock.tryLock()) {
            try { n = 1; } finally { lock.unlock(); }
        }
    }
}
