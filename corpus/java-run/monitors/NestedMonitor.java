//! A wait gives up its own lock and keeps the outer one, without which nobody can wake it
//! waiting: yes
//! output:  | done
public class NestedMonitor {
    private static final Object outer = new Object(), inner = new Object();
    private static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            synchronized (outer) {
                synchronized (inner) {
                    try {
                        while (!go) inner.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        Thread b = new Thread(() -> {
            synchronized (outer) {
                synchronized (inner) {
                    go = true;
                    inner.notify();
                }
            }
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("done");
    }
}
