//! Who waits for the write lock interruptibly gives up when told to, and the readers go on
//! output: gave up 1
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class InterruptedReader {
    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        Thread t = new Thread(() -> {
            try {
                lock.writeLock().lockInterruptibly();
                System.out.print("locked ");
            } catch (InterruptedException e) {
                System.out.print("gave up ");
            }
        });
        t.start();
        t.interrupt();
        t.join();
        lock.readLock().unlock();
        System.out.println(lock.writeLock().tryLock() ? 1 : 0);
    }
}
