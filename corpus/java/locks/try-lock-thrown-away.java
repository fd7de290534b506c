//! A method that answers whether it took the lock is a lock in a condition alone, and a semaphore has one permit at a time
//! check: EXP ASSIGN/guard-held @ 14, EXP ASSIGN/guard-held @ 19, EXP ASSIGN/guard-held @ 24, JAVA CODE/meant @ 13
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    final ReentrantLock lock = new ReentrantLock();
    final Semaphore permit = new Semaphore(1);
    @GuardedBy("lock") int n;
    @GuardedBy("permit") int m;

    void thrownAway() {
        lock.tryLock();
        try { n = 1; } finally { lock.unlock(); }
    }

    void alsoOfSemaphores() {
        permit.tryAcquire();
        try { m = 1; } finally { permit.release(); }
    }

    void none() throws InterruptedException {
        permit.acquire(0);
        try { m = 1; } finally { permit.release(0); }
    }

    void good() throws InterruptedException {
        if (lock.tryLock()) { try { n = 1; } finally { lock.unlock(); } }
        permit.acquire(1);
        try { m = 1; } finally { permit.release(); }
    }
}
