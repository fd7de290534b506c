//! `join` gives the monitor of the thread up while it waits, and the end of a thread notifies
//! output: run / end
public class JoinOwnMonitor {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() {
            public synchronized void run() { System.out.println("run"); }
        };
        synchronized (t) {
            t.start();
            t.join();
        }
        Thread u = new Thread(() -> {});
        synchronized (u) {
            u.start();
            while (u.isAlive()) u.wait();
        }
        System.out.println("end");
    }
}
