//! A semaphore with two permits keeps nobody out
//! race: TwoPermits.n
//! output: 1 | 2
import java.util.concurrent.Semaphore;

public class TwoPermits {
    static final Semaphore permits = new Semaphore(2);
    static int n = 0;

    static void add() {
        permits.acquireUninterruptibly();
        n++;
        permits.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(TwoPermits::add);
        t.start();
        add();
        t.join();
        System.out.println(n);
    }
}
