//! Statements between lock() and try, and in finally in front of unlock()
//! check: ok
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;
    @GuardedBy("lock") private boolean busy;

    int up() throws InterruptedException {
        lock.lockInterruptibly();
        int before = n;
        busy = true;
        try {
            n = before + 1;
        } finally {
            busy = false;
            lock.unlock();
        }
        return before;
    }
}
