//! The catch clauses hold the lock, what comes behind unlock does not
//! check: EXP ASSIGN/guard-held @ 17
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") int n;

    void some() {
        lock.lock();
        try {
            n = 1;
        } catch (RuntimeException e) {
            n = 2;
        } finally {
            lock.unlock();
            n = 3;
        }
    }
}
