//! Readers share a lock, a writer has it alone
//! output: true
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersWriter {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x = 0, y = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.writeLock().lock();
            x = 1;
            y = 1;
            lock.writeLock().unlock();
        });
        t.start();
        lock.readLock().lock();
        System.out.println(x == y);
        lock.readLock().unlock();
        t.join();
    }
}
