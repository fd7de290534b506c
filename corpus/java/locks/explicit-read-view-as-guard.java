//! Several threads hold a read lock at once, whatever the type of its variable
//! check: EXP ASSIGN/guard-held @ 13
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Cache {
    private final ReadWriteLock rwl = new ReentrantReadWriteLock();
    private final Lock r = rwl.readLock();
    @GuardedBy("r") private int n;

    void set(int x) {
        r.lock(); try { n = x; } finally { r.unlock(); }
    }
}
