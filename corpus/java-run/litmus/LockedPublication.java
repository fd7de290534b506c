//! Who sees the flag under the lock sees what was written before it (jcstress: BasicJMM_06_Causality)
//! output: 0 0 | 1 5
//! forbidden: 1 0
public class LockedPublication {
    static final Object lock = new Object();
    static int data;
    static int ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                data = 5;
                ready = 1;
            }
        });
        t.start();
        int seen, found;
        synchronized (lock) {
            seen = ready;
            found = data;
        }
        System.out.println(seen + " " + found);
        t.join();
    }
}
