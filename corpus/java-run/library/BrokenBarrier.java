//! Who leaves a barrier before the others are there breaks it
//! output: broken, timed out | timed out, broken
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BrokenBarrier {
    static String first;

    static String meet(CyclicBarrier barrier) {
        try {
            barrier.await(5, TimeUnit.MILLISECONDS);
            return "met";
        } catch (BrokenBarrierException e) {
            return "broken";
        } catch (TimeoutException e) {
            return "timed out";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Thread t = new Thread(() -> first = meet(barrier));
        t.start();
        String second = meet(barrier);
        t.join();
        System.out.println(first + ", " + second);
    }
}
