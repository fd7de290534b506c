//! Store buffering: under sequential consistency one of the two sees the other; Java allows 0 0 besides
//! race: StoreBuffer.x, StoreBuffer.y
//! output: 0 1 | 1 0 | 1 1
//! tso: 0 0
//! pso: 0 0
public class StoreBuffer {
    static int x, y, a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { x = 1; a = y; });
        Thread u = new Thread(() -> { y = 1; b = x; });
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a + " " + b);
    }
}
