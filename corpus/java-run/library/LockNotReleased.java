//! A lock that an exception keeps: unlock does not stand in a finally
//! deadlock: yes
//! exception: java.lang.IllegalStateException: out
//! output:
import java.util.concurrent.locks.ReentrantLock;

public class LockNotReleased {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.lock();
            if (true) throw new IllegalStateException("out");
            lock.unlock();
        });
        t.start();
        t.join();
        lock.lock();
        System.out.println("in");
    }
}
