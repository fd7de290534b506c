//! A loop until the thread is interrupted
//! output: done
public class UntilInterrupted {
    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!Thread.interrupted()) Thread.onSpinWait();
            System.out.println("done");
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
