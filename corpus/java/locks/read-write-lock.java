//! A read lock is enough to read, not to write
//! check: EXP ASSIGN/guard-held @ 22
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Cache {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    @GuardedBy("rw") private int n;

    int get() {
        rw.readLock().lock();
        try {
            return n;
        } finally {
            rw.readLock().unlock();
        }
    }

    void bad() {
        rw.readLock().lock();
        try {
            int x = n;
            n = x + 1;
        } finally {
            rw.readLock().unlock();
        }
    }

    void set(int x) {
        rw.writeLock().lock();
        try {
            n = x;
        } finally {
            rw.writeLock().unlock();
        }
    }
}
