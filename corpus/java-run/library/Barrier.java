//! A barrier: both have written before one reads
//! output: m 1 / t 2 | t 2 / m 1
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Barrier {
    static final int[] a = new int[2];

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread t = new Thread(() -> {
            try {
                a[0] = 1;
                barrier.await();
                System.out.println("t " + a[1]);
            } catch (InterruptedException | BrokenBarrierException e) {
                System.out.println(e);
            }
        });
        t.start();
        a[1] = 2;
        barrier.await();
        System.out.println("m " + a[0]);
        t.join();
    }
}
