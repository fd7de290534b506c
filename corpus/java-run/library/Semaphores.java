//! A semaphore with one permit is a lock that another thread may give back
//! output: 1 / 2
import java.util.concurrent.Semaphore;

public class Semaphores {
    static final Semaphore free = new Semaphore(1), full = new Semaphore(0);
    static int slot;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            for (int i = 1; i <= 2; i++) {
                free.acquireUninterruptibly();
                slot = i;
                full.release();
            }
        });
        t.start();
        for (int i = 0; i < 2; i++) {
            full.acquire();
            System.out.println(slot);
            free.release();
        }
        t.join();
    }
}
