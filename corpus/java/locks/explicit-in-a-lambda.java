//! A lambda that is made where a lock is held does not hold it; one that gives a lock back ends what is held
//! check: EXP ASSIGN/guard-held @ 12, EXP ASSIGN/guard-held @ 20
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int n;

    Runnable later() {
        lock.lock();
        n = 1;
        Runnable made = () -> n = 2;
        lock.unlock();
        return made;
    }

    void givesBack() {
        lock.lock();
        Runnable release = () -> lock.unlock();
        n = 3;
        release.run();
    }
}
