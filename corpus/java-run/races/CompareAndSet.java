//! A loop around compareAndSet loses nothing
//! output: 6
import java.util.concurrent.atomic.AtomicInteger;

public class CompareAndSet {
    static final AtomicInteger n = new AtomicInteger(1);

    static void times(int k) {
        while (true) {
            int old = n.get();
            if (n.compareAndSet(old, old * k)) return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> times(2)), u = new Thread(() -> times(3));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n);
    }
}
