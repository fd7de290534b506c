//! A lock that is taken by a final variable is given back by the field that is its value
//! check: ok
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    void up() {
        final ReentrantLock lock = this.lock;
        lock.lock();
        try {
            n++;
        } finally {
            this.lock.unlock();
        }
    }
}
