//! A flag that stops a thread, volatile
//! output: stopped
public class VolatileStopFlag {
    static volatile boolean stop = false;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!stop) Thread.onSpinWait();
            System.out.println("stopped");
        });
        t.start();
        stop = true;
        t.join();
    }
}
