//! get and set of an AtomicInteger one after the other
//! output: 1 | 2
import java.util.concurrent.atomic.*;

public class GetThenSet {
    static final AtomicInteger n = new AtomicInteger();
    static void inc() {
        n.set(n.get() + 1);
    }

    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(GetThenSet::inc);
        t.start();
        inc();
        t.join();
        System.out.println(n.get());
    }
}
