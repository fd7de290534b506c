//! The locks of a StampedLock, and its optimistic reads, which are none
//! check: EXP ASSIGN/guard-held @ 17, EXP REF/guard-held @ 22
import java.util.concurrent.locks.StampedLock;

class Point {
    private final StampedLock lock = new StampedLock();
    @GuardedBy("lock") private int x;

    void move() {
        long stamp = lock.writeLock();
        try { x = 1; } finally { lock.unlockWrite(stamp); }
    }

    int read() {
        long stamp = lock.readLock();
        try {
            x = 2;
            return x;
        } finally { lock.unlockRead(stamp); }
    }

    int optimistic() { long stamp = lock.tryOptimisticRead(); return x; }
}
