//! x++ on a volatile: no race, and an increment is lost all the same
//! output: 1 | 2
public class VolatileCount {
    static volatile int n = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> n++), u = new Thread(() -> n++);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n);
    }
}
