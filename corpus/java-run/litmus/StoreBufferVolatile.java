//! Store buffering with volatile fields
//! output: 0 1 | 1 0 | 1 1
//! forbidden: 0 0
public class StoreBufferVolatile {
    static volatile int x, y;
    static int a, b;

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
