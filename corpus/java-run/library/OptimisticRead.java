//! An optimistic read is no lock: its reads race with a write, and `validate` says whether they may be used
//! race: OptimisticRead.x, OptimisticRead.y
//! output: 0 | 2
import java.util.concurrent.locks.StampedLock;

public class OptimisticRead {
    static final StampedLock lock = new StampedLock();
    static int x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        });
        t.start();
        long stamp = lock.tryOptimisticRead();
        int sum = x + y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            sum = x + y;
            lock.unlockRead(stamp);
        }
        System.out.println(sum);
        t.join();
    }
}
