//! A latch counts one worker only: the other is not waited for
//! race: LatchCountsOne.y
//! output: 1 | 3
import java.util.concurrent.*;

public class LatchCountsOne {
    static int x, y;
    public static void main(String[] a) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            x = 1;
            done.countDown();
        }).start();
        new Thread(() -> y = 2).start();
        done.await();
        System.out.println(x + y);
    }
}
