//! tryLock gives up instead of waiting
//! output: busy | taken
import java.util.concurrent.locks.ReentrantLock;

public class TryLock {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            if (lock.tryLock()) {
                try {
                    System.out.println("taken");
                } finally {
                    lock.unlock();
                }
            } else {
                System.out.println("busy");
            }
        });
        lock.lock();
        t.start();
        lock.unlock();
        t.join();
    }
}
