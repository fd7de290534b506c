//! Boxes of one small number are one object, and so one lock
//! output: 2
public class BoxesOfOneNumber {
    private static final Integer LOCK = 7;
    private static int n;
    private static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Integer same = 3 + 4;
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
                n++;
                ready = true;
                LOCK.notifyAll();
            }
        });
        t.start();
        synchronized (same) {
            n++;
            while (!ready) same.wait();
        }
        t.join();
        System.out.println(n);
    }
}
