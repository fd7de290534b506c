//! Who puts into a SynchronousQueue waits for who takes
//! output: put 1 / took 1 | took 1 / put 1
import java.util.concurrent.SynchronousQueue;

public class HandOver {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread t = new Thread(() -> {
            try {
                queue.put(1);
                System.out.println("put 1");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        t.start();
        int taken = queue.take();
        System.out.println("took " + taken);
        t.join();
    }
}
