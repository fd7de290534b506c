//! An exception that leaves a synchronized block gives the lock back
//! output: out / in
public class ReleasedByThrow {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                synchronized (lock) {
                    throw new IllegalStateException("out");
                }
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        });
        t.start();
        t.join();
        synchronized (lock) {
            System.out.println("in");
        }
    }
}
