//! A lock with conditions of one's own on AbstractQueuedSynchronizer
//! output: 2 / not held
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

public class MutexOfState {
    private static class Sync extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int n) {
            if (!compareAndSetState(0, 1)) return false;
            setExclusiveOwnerThread(Thread.currentThread());
            return true;
        }

        @Override
        protected boolean tryRelease(int n) {
            if (getExclusiveOwnerThread() != Thread.currentThread()) throw new IllegalMonitorStateException();
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getExclusiveOwnerThread() == Thread.currentThread();
        }
    }

    private final Sync sync = new Sync();
    private final Condition raised = sync.new ConditionObject();
    private int n;

    private void raise() throws InterruptedException {
        sync.acquire(1);
        try {
            n++;
            raised.signalAll();
            while (n < 2) raised.await();
        } finally {
            sync.release(1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        MutexOfState mutex = new MutexOfState();
        Thread other = new Thread(() -> {
            try {
                mutex.raise();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        other.start();
        mutex.raise();
        other.join();
        System.out.println(mutex.n);
        try {
            mutex.sync.release(1);
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held");
        }
    }
}
