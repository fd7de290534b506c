//! A stamp that is assigned, and an answer in a variable; what is read between an optimistic read and its validation is read again where that fails
//! check: EXP ASSIGN/guard-held @ 25
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

class Sensor {
    private final StampedLock sl = new StampedLock();
    private final ReentrantLock l = new ReentrantLock();
    @GuardedBy("sl") private int x;
    @GuardedBy("l") private int n;

    int optimistic() {
        long stamp = sl.tryOptimisticRead();
        int cx = x;
        if (!sl.validate(stamp)) {
            stamp = sl.readLock();
            try { cx = x; } finally { sl.unlockRead(stamp); }
        }
        return cx;
    }

    void tried() {
        boolean ok = l.tryLock();
        if (ok) { try { n = 1; } finally { l.unlock(); } }
        n = 2;
        boolean again = l.tryLock();
        if (!again) return;
        try { n = 3; } finally { l.unlock(); }
    }
}
