//! A thread that has waited for a condition holds the lock again
//! check: ok
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Buffer {
    private final Lock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    @GuardedBy("lock") private int count;

    void take() throws InterruptedException {
        final Lock lock = this.lock;
        lock.lockInterruptibly();
        try {
            while (count == 0)
                notEmpty.await();
            count--;
        } finally {
            lock.unlock();
        }
    }

    void put() {
        lock.lock();
        try {
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }
}
