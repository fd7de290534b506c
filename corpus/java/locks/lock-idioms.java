//! tryLock() that leaves where it fails, or whose block has no try, and a variable with a view
//! check: EXP ASSIGN/guard-held @ 13, EXP ASSIGN/guard-held @ 23, EXP ASSIGN/guard-held @ 36
import java.util.concurrent.locks.*;

class Counter {
    final ReentrantLock lock = new ReentrantLock();
    final ReadWriteLock rw = new ReentrantReadWriteLock();
    @GuardedBy("lock") int n;
    @GuardedBy("rw") int m;

    void leaves() {
        if (!lock.tryLock()) {
            n = 1;
            return;
        }
        try { n = 2; } finally { lock.unlock(); }
    }

    void straight() {
        if (lock.tryLock()) {
            n = 3;
            lock.unlock();
            n = 4;
        }
    }

    void view() {
        Lock w = rw.writeLock();
        w.lock();
        try { m = 5; } finally { w.unlock(); }
    }

    void readView() {
        Lock r = rw.readLock();
        r.lock();
        try { m = 6; } finally { r.unlock(); }
    }
}
