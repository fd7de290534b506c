//! A permit that is given comes before one that is taken; two that are taken are not ordered
//! race: PermitsOrder.other
//! output: 7 0 | 7 1
import java.util.concurrent.Semaphore;

public class PermitsOrder {
    static int data, other;

    public static void main(String[] args) throws InterruptedException {
        Semaphore none = new Semaphore(0), two = new Semaphore(2);
        Thread t = new Thread(() -> { data = 7; none.release(); other = 1; two.acquireUninterruptibly(); });
        t.start();
        none.acquire();
        two.acquire();
        System.out.println(data + " " + (two.availablePermits() == 0 ? other : 0));
        t.join();
    }
}
