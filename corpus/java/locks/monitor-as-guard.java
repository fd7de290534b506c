//! A guard can be the monitor of an explicit lock, which is another lock than that of its methods
//! check: EXP REF/guard-held @ 16, EXP ASSIGN/guard-held @ 16, EXP REF/guard-held @ 24, EXP ASSIGN/guard-held @ 24
import java.util.concurrent.locks.ReentrantLock;

@ThreadSafe
class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("synchronized(lock)") private int entered;
    /*# guarded_by synchronized(this.lock) */ private int left;
    @GuardedBy("lock") private int n;

    void enter() {
        synchronized (lock) {
            entered++;
            left++;
            n++;
        }
    }

    void count() {
        lock.lock();
        try {
            n++;
            entered++;
        } finally {
            lock.unlock();
        }
    }

    void both() /*# requires synchronized(this.lock) */ {
        entered++;
    }
}
