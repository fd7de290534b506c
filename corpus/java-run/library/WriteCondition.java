//! A condition of the lock of writers; readers count themselves
//! output: 5 true 1 / 1
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteCondition {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Condition set = lock.writeLock().newCondition();
        Thread setter = new Thread(() -> {
            lock.writeLock().lock();
            try {
                value = 5;
                set.signalAll();
            } finally {
                lock.writeLock().unlock();
            }
        });
        setter.start();
        lock.writeLock().lock();
        try {
            while (value == 0) set.await();
            System.out.println(value + " " + lock.isWriteLocked() + " " + lock.getWriteHoldCount());
        } finally {
            lock.writeLock().unlock();
        }
        lock.readLock().lock();
        System.out.println(lock.getReadLockCount());
        lock.readLock().unlock();
        setter.join();
    }
}
