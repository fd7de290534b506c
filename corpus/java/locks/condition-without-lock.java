//! A condition is signalled, and waited for, under its lock: not behind the end of that, and not without
//! check: JAVA CODE/monitor-held @ 20, JAVA CODE/monitor-held @ 23
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

@ThreadSafe
class Box {
    private final Lock lock = new ReentrantLock();
    private final Condition some = lock.newCondition();
    /*# guarded_by lock */ private int n;

    void put() {
        lock.lock();
        try {
            n++;
        } finally {
            lock.unlock();
        }
        some.signalAll();
    }

    public void wake() { some.signal(); }

    void take() throws InterruptedException {
        lock.lock();
        try {
            while (n == 0) some.await();
            n--;
            wakeOther();
        } finally {
            lock.unlock();
        }
    }

    private void wakeOther() { some.signal(); }
}
