//! A thread that waits gives up one lock, and keeps the other
//! waiting: yes
//! output:
public class NestedMonitors {
    static final Object outer = new Object(), inner = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (outer) {
                synchronized (inner) {
                    try {
                        inner.wait();
                    } catch (InterruptedException e) {
                        System.out.println("interrupted");
                    }
                }
            }
        });
        t.start();
        synchronized (outer) {
            synchronized (inner) {
                inner.notifyAll();
            }
        }
        t.join();
        System.out.println("done");
    }
}
