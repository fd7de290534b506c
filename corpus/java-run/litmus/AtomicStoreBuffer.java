//! A step of an atomic class lets nothing wait (jcstress: BasicJMM_07_Consensus)
//! output: 0 1 | 1 0 | 1 1
//! forbidden: 0 0
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicStoreBuffer {
    static final AtomicInteger x = new AtomicInteger(), y = new AtomicInteger();
    static int a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { x.getAndSet(1); a = y.get(); });
        Thread u = new Thread(() -> { y.getAndSet(1); b = x.get(); });
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a + " " + b);
    }
}
