//! A latch of one's own on AbstractQueuedSynchronizer: what comes before the signal is seen behind the wait
//! output: 0 42 / 1 42 | 1 42 / 0 42
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OneShotLatch {
    private static class Sync extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() == 1 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    private final Sync sync = new Sync();
    private int data;

    void signal() {
        sync.releaseShared(0);
    }

    void await() throws InterruptedException {
        sync.acquireSharedInterruptibly(0);
    }

    public static void main(String[] args) throws InterruptedException {
        OneShotLatch latch = new OneShotLatch();
        Thread[] all = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            all[i] = new Thread(() -> {
                try {
                    latch.await();
                    System.out.println(n + " " + latch.data);
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            });
            all[i].start();
        }
        latch.data = 42;
        latch.signal();
        for (Thread t : all) t.join();
    }
}
