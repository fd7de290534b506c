//! A latch lets main go on when both have arrived
//! output: 3
import java.util.concurrent.CountDownLatch;

public class Latch {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        int[] data = new int[2];
        for (int i = 0; i < 2; i++) {
            int k = i;
            new Thread(() -> {
                data[k] = k + 1;
                latch.countDown();
            }).start();
        }
        latch.await();
        System.out.println(data[0] + data[1]);
    }
}
