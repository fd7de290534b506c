//! A thread looks at a flag again and again, and holds the lock that the other one needs to set it
//! livelock: yes
//! output: done
public class SpinUnderLock {
    static final Object lock = new Object();
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                ready = true;
            }
        }).start();
        synchronized (lock) {
            while (!ready) {
                Thread.onSpinWait();
            }
        }
        System.out.println("done");
    }
}
