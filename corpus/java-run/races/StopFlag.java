//! A flag that stops a thread, without volatile
//! race: StopFlag.stop
//! output: stopped
public class StopFlag {
    static boolean stop = false;

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
