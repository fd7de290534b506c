//! If lockInterruptibly() fails in a try, its catch and finally clauses do not hold the lock
//! check: EXP ASSIGN/guard-held @ 14, EXP ASSIGN/guard-held @ 16
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    void some() {
        try {
            lock.lockInterruptibly();
            n = 1;
        } catch (InterruptedException e) {
            n = 2;
        } finally {
            n = 3;
            lock.unlock();
        }
    }
}
