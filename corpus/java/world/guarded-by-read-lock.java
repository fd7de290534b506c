//! A read lock is enough for all, where only annotations are checked
//! option: --profile guarded-by
//! check: ok
import java.util.concurrent.locks.ReadWriteLock;

class Cache {
    private ReadWriteLock rw;
    @GuardedBy("rw") int n;

    void set() {
        rw.readLock().lock();
        try { n = 1; } finally { rw.readLock().unlock(); }
    }
}
