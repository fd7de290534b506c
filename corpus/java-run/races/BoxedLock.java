//! `n++` puts another box into the field that is the lock, so two threads hold two locks
//! race: BoxedLock.n
//! output: 2 | 3 | 4
public class BoxedLock {
    private static Integer n = 0;

    private static void add() {
        synchronized (n) {
            n++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable twice = () -> { add(); add(); };
        Thread a = new Thread(twice);
        Thread b = new Thread(twice);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(n);
    }
}
