//! A variable that is assigned again, or is given a field that is, is no other name of a lock
//! check: EXP LOCKED/lock-final @ 14, EXP ASSIGN/guard-held @ 16, EXP ASSIGN/guard-held @ 26
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    private ReentrantLock spare /*# guarded_by this */;
    @GuardedBy("lock") private int n;

    void again(ReentrantLock other) {
        ReentrantLock it = this.lock;
        it = other;
        it.getHoldCount();
        it.lock();
        try {
            n = 1;
        } finally {
            it.unlock();
        }
    }

    synchronized void ofAField() {
        ReentrantLock it = this.spare;
        it.lock();
        try {
            n = 1;
        } finally {
            it.unlock();
        }
    }
}
