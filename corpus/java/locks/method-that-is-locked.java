//! A method that returns a final path and cannot be overridden is that path as a lock of code as well
//! check: EXP SYNC/lock-final @ 21, EXP ASSIGN/guard-held @ 21
import java.util.concurrent.locks.ReentrantLock;

class Cell {
    private final Object lock = new Object();
    private final ReentrantLock guard = new ReentrantLock();
    @GuardedBy("lock") int v;
    @GuardedBy("guard") int w;

    private Object lock() { return lock; }
    final ReentrantLock guard() { return guard; }
    Object open() { return lock; }

    void good() {
        synchronized (lock()) { v = 1; }
        guard().lock();
        try { w = 1; } finally { guard().unlock(); }
    }

    void bad() { synchronized (open()) { v = 2; } }
}
