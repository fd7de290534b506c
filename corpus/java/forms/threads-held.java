//! Threads, executors and timers whose code takes the locks itself
//! check: ok
import java.util.TimerTask;
import java.util.concurrent.Executors;

class Worker extends Thread {
    int n /*# guarded_by this */;

    public void run() { synchronized (this) { n = 1; } }
}

class User {
    static void go(Worker w) {
        w.start();
        new Thread(w).start();
        Executors.newCachedThreadPool().submit(() -> { synchronized (w) { w.n++; } });
        new java.util.Timer().schedule(new TimerTask() { public void run() { synchronized (w) { w.n++; } } }, 1);
    }
}
