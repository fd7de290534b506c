//! A write under the read lock
//! race: ReadLockWrites.n
//! output: 1 | 2
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockWrites {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int n = 0;

    static void add() {
        lock.readLock().lock();
        n++;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ReadLockWrites::add);
        t.start();
        add();
        t.join();
        System.out.println(n);
    }
}
