//! `holds` counts for the rest of its block between lock() and unlock() too
//! check: EXP ASSIGN/guard-held @ 17
import java.util.concurrent.locks.ReentrantLock;

class Both {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;
    int m /*# guarded_by this */;

    void up() {
        lock.lock();
        //# holds this
        m = 1;
        n = 1;
        lock.unlock();
        m = 2;
        n = 2;
    }
}
