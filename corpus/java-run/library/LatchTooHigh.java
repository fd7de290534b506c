//! A latch that waits for one more than comes
//! waiting: yes
//! output:
import java.util.concurrent.CountDownLatch;

public class LatchTooHigh {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(latch::countDown).start();
        latch.await();
        System.out.println("done");
    }
}
