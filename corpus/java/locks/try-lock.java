//! if (l.tryLock()) with finally
//! check: EXP ASSIGN/guard-held @ 17
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    void some() {
        if (lock.tryLock()) {
            try {
                n = 1;
            } finally {
                lock.unlock();
            }
        } else {
            n = 2;
        }
    }
}
