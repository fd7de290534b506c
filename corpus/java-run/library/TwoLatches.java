//! Two latches that wait for each other
//! waiting: yes
//! output:
import java.util.concurrent.*;

public class TwoLatches {
    public static void main(String[] a) throws InterruptedException {
        CountDownLatch x = new CountDownLatch(1), y = new CountDownLatch(1);
        new Thread(() -> {
            try {
                y.await();
                x.countDown();
            } catch (InterruptedException e) {}
        }).start();
        x.await();
        y.countDown();
        System.out.println("never");
    }
}
