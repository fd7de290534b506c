//! The unlock() behind isHeldByCurrentThread() ends the region of the lock, of another lock it does not
//! check: EXP ASSIGN/guard-held @ 17, EXP ASSIGN/guard-held @ 22
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock(), other = new ReentrantLock();
    @GuardedBy("lock") private int n;

    void some() {
        lock.lock();
        try {
            n = 1;
        } finally {
            n = 2;
            if (lock.isHeldByCurrentThread()) lock.unlock();
        }
        n = 3;
    }

    void bad() {
        lock.lock();
        n = 4;
        if (other.isHeldByCurrentThread()) lock.unlock();
    }
}
