//! A final variable for a final field is the same lock
//! check: EXP ASSIGN/guard-held @ 26, EXP ASSIGN/guard-held @ 31
import java.util.concurrent.locks.ReentrantLock;

class Queue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object mutex = new Object();
    @GuardedBy("lock") private int n;
    @GuardedBy("mutex") private int m;

    void good() {
        final ReentrantLock lock = this.lock;
        lock.lock();
        try {
            n = 1;
        } finally {
            lock.unlock();
        }
        Object own = mutex;
        synchronized (own) { m = 1; }
    }

    void bad(Queue q) {
        ReentrantLock lock = q.lock;
        lock.lock();
        try { n = 2; } finally { lock.unlock(); }
    }

    void changed(Object other) {
        Object own = mutex;
        own = other; synchronized (own) { m = 2; }
    }

    void needs(Object l) /*# requires l */ { }

    void passes() {
        Object own = mutex;
        synchronized (own) { needs(own); m = 3; }
    }
}
