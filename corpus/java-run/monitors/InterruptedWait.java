//! A waiting thread that is interrupted has the lock again
//! output: true false
public class InterruptedWait {
    public static void main(String[] a) throws InterruptedException {
        Object o = new Object();
        Thread t = new Thread(() -> {
            synchronized (o) {
                try {
                    o.wait();
                } catch (InterruptedException e) {
                    System.out.println(Thread.holdsLock(o) + " " + Thread.currentThread().isInterrupted());
                }
            }
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
