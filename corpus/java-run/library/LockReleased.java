//! The same with finally
//! output: 2 false
import java.util.concurrent.locks.ReentrantLock;

public class LockReleased {
    static final ReentrantLock lock = new ReentrantLock();
    static int n = 0;

    static void add() {
        lock.lock();
        try {
            n++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(LockReleased::add);
        t.start();
        add();
        t.join();
        System.out.println(n + " " + lock.isLocked());
    }
}
