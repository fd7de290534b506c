//! lock(), statements, unlock() in one block, without try
//! check: EXP ASSIGN/guard-held @ 17
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    int up() {
        int by = 1;
        lock.lock();
        int before = n;
        n = before + by;
        int after = n;
        lock.unlock();
        if (after > 10) {
            n = 0;
        }
        return after;
    }
}
