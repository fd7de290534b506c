//! An interruption breaks the barrier that its thread waits at, until it is reset
//! output: interrupted true false
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class InterruptedBarrier {
    static String end;

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread t = new Thread(() -> {
            try {
                barrier.await();
                end = "met";
            } catch (InterruptedException e) {
                end = "interrupted";
            } catch (BrokenBarrierException e) {
                end = "broken";
            }
        });
        t.start();
        t.interrupt();
        t.join();
        boolean broken = barrier.isBroken();
        barrier.reset();
        System.out.println(end + " " + broken + " " + barrier.isBroken());
    }
}
