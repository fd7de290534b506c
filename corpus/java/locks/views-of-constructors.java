//! Final fields to which each constructor assigns a view of the same lock, and one that has two
//! check: EXP ASSIGN/guard-held @ 23, EXP ASSIGN/guard-held @ 33
import java.util.concurrent.locks.*;

class Dictionary {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock r, w;
    @GuardedBy("rw") private int n;

    { r = rw.readLock(); }
    Dictionary() { w = rw.writeLock(); }
    Dictionary(int n) { this.n = n; w = rw.writeLock(); }

    int get() {
        r.lock(); try { return n; } finally { r.unlock(); }
    }

    void put() {
        w.lock(); try { n = 1; } finally { w.unlock(); }
    }

    void bad() {
        r.lock(); try { n = 2; } finally { r.unlock(); }
    }
}

class Two {
    private final ReadWriteLock a = new ReentrantReadWriteLock(), b = new ReentrantReadWriteLock();
    private final Lock w;
    @GuardedBy("a") private int n;

    Two(boolean first) { if (first) w = a.writeLock(); else w = b.writeLock(); }
    void put() { w.lock(); try { n = 1; } finally { w.unlock(); } }
}
