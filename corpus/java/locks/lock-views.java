//! Final fields with the two locks of a read-write lock
//! check: EXP ASSIGN/guard-held @ 18, EXP ASSIGN/guard-held @ 24
import java.util.concurrent.locks.*;

class Dictionary {
    private final ReentrantReadWriteLock rwl = new ReentrantReadWriteLock();
    private final Lock r = rwl.readLock();
    private final Lock w = rwl.writeLock();
    @GuardedBy("rwl") private int n;
    @GuardedBy("r") private int m;

    int get() {
        r.lock();
        try { return n + m; } finally { r.unlock(); }
    }

    void bad() {
        r.lock(); try { n = 1; } finally { r.unlock(); }
    }

    // A read lock excludes no other reader, whatever the annotation says.
    void alsoBad() {
        r.lock();
        try { m = 2; } finally { r.unlock(); }
    }

    void put() {
        w.lock();
        try { n = 3; m = 3; } finally { w.unlock(); }
    }
}
