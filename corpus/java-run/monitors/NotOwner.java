//! notify without the lock
//! exception: java.lang.IllegalMonitorStateException: current thread is not owner
//! output: current thread is not owner
public class NotOwner {
    public static void main(String[] args) {
        Object lock = new Object();
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        lock.notifyAll();
    }
}
