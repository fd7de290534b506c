//! Two increments of an atomic number are two (jcstress: Mutex, AtomicIncrement)
//! output: 1 2 | 2 1
//! forbidden: 1 1
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicIncrement {
    static final AtomicInteger n = new AtomicInteger();
    static int first;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> first = n.incrementAndGet());
        t.start();
        int second = n.incrementAndGet();
        t.join();
        System.out.println(first + " " + second);
    }
}
