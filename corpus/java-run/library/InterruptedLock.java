//! Who waits for a lock interruptibly gives up when told to
//! output: gave up
import java.util.concurrent.locks.ReentrantLock;

public class InterruptedLock {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread t = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                System.out.println("locked");
            } catch (InterruptedException e) {
                System.out.println("gave up");
            }
        });
        t.start();
        t.interrupt();
        t.join();
        lock.unlock();
    }
}
