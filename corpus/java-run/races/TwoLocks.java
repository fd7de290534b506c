//! Two threads lock two objects: each holds a lock, and none keeps them apart
//! race: TwoLocks.n
//! output: 1 | 2
public class TwoLocks {
    static int n = 0;

    static void add(Object lock) {
        synchronized (lock) {
            n++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object a = new Object(), b = new Object();
        Thread t = new Thread(() -> add(a)), u = new Thread(() -> add(b));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n);
    }
}
