//! An explicit lock, and the read lock, which is enough to read
//! check: EXP ASSIGN/guard-held @ 23
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

@ThreadSafe
class V {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Map<String, Integer> m = new HashMap<>();

    void put(String k) {
        rw.writeLock().lock();
        try { m.put(k, 1); } finally { rw.writeLock().unlock(); }
    }
    Integer get(String k) {
        rw.readLock().lock();
        try { return m.get(k); } finally { rw.readLock().unlock(); }
    }
    void wrong(String k) {
        rw.readLock().lock();
        try { m.remove(k); } finally { rw.readLock().unlock(); }
    }
}
