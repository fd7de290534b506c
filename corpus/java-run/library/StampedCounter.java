//! A StampedLock keeps a writer and a reader apart
//! output: 0 2 | 1 2 | 2 2
import java.util.concurrent.locks.StampedLock;

public class StampedCounter {
    static final StampedLock lock = new StampedLock();
    static int count;

    static void up() {
        long stamp = lock.writeLock();
        try {
            count++;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            up();
            up();
        });
        t.start();
        long stamp = lock.readLock();
        int seen = count;
        lock.unlockRead(stamp);
        t.join();
        System.out.println(seen + " " + count);
    }
}
