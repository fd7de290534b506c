//! A lock that is taken by a timed tryLock is held where that returned true
//! check: EXP ASSIGN/guard-held @ 19
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final Lock lock = new ReentrantLock(true);
    @GuardedBy("lock") private int n;

    void wait5() throws InterruptedException {
        if (lock.tryLock(5, TimeUnit.MINUTES)) {
            try {
                n = n + 1;
            } finally {
                lock.unlock();
            }
        } else {
            n = 0;
        }
    }
}
