//! incrementAndGet is one step
//! output: 3
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicCount {
    static final AtomicInteger n = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(n::incrementAndGet), u = new Thread(() -> n.addAndGet(2));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n.get());
    }
}
