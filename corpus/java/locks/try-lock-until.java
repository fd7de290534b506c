//! A loop that ends where tryLock() is true, unless `break` ends it
//! check: EXP REF/guard-held @ 17, EXP ASSIGN/guard-held @ 18
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    void some() {
        while (!lock.tryLock()) {
            Thread.onSpinWait();
        }
        try { n = 1; } finally { lock.unlock(); }
    }

    void bad() {
        do { if (n > 0) break; } while (!lock.tryLock());
        try { n = 2; } finally { lock.unlock(); }
    }
}
