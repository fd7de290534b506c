//! A read lock lets no writes through, whatever the guard is spelled like
//! check: EXP ASSIGN/guard-held @ 18, EXP ASSIGN/guard-held @ 19, EXP ASSIGN/guard-held @ 20, EXP INVOKE/requires-held @ 21, EXP ASSIGN/guard-held @ 27, EXP REF/guard-held @ 27
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Cache {
    static final ReadWriteLock RW = new ReentrantReadWriteLock();
    final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    @GuardedBy("Cache.this.rw") int n;
    static @GuardedBy("RW") int all;
    final int[/*# elems_guarded_by rw */] a = new int[/*# elems_guarded_by rw */ 3];

    void set() /*# requires rw */ { n = 1; }

    void bad() {
        rw.readLock().lock();
        try {
            n = a[0];
            a[0] = 1;
            Cache.RW.readLock().lock(); try { all = 2; } finally { Cache.RW.readLock().unlock(); }
            set();
        } finally {
            rw.readLock().unlock();
        }
    }

    void outside() { n++; }

    void good() {
        rw.writeLock().lock();
        try {
            rw.readLock().lock();
            try { n = a[0]; set(); } finally { rw.readLock().unlock(); }
        } finally {
            rw.writeLock().unlock();
        }
    }
}

class Half {
    final ReentrantReadWriteLock.ReadLock r;
    int x /*# guarded_by r */;
    Half(ReentrantReadWriteLock.ReadLock r) { this.r = r; }
    int read() { r.lock(); try { return x; } finally { r.unlock(); } }
}
