//! A read lock to read, a write lock to write
//! check: ok
import java.util.concurrent.locks.ReadWriteLock;

class Cache {
    final ReadWriteLock rw;
    @GuardedBy("rw") int n;

    Cache(ReadWriteLock rw) { this.rw = rw; }

    int get() {
        rw.readLock().lock();
        try { return n; } finally { rw.readLock().unlock(); }
    }

    void set(int x) {
        rw.writeLock().lock();
        try { n = x; } finally { rw.writeLock().unlock(); }
    }
}
