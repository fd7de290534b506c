//! One condition for two purposes: signal may wake the wrong thread
//! waiting: yes
//! output:  | 3
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class WrongCondition {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static int step = 0;

    static void when(int wanted) {
        lock.lock();
        try {
            while (step != wanted) changed.awaitUninterruptibly();
            step++;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> when(1)), u = new Thread(() -> when(2));
        t.start();
        u.start();
        when(0);
        t.join();
        u.join();
        System.out.println(step);
    }
}
