//! A notification before the wait is lost
//! waiting: yes
//! output:  | woken
public class MissedNotify {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                lock.notify();
            }
        });
        t.start();
        synchronized (lock) {
            lock.wait();
        }
        System.out.println("woken");
    }
}
