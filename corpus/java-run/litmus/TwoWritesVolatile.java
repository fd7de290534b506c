//! Two threads write two volatile fields each, in opposite order: one of them is last (2+2W)
//! output: 1 2 | 2 1 | 2 2
//! forbidden: 1 1
public class TwoWritesVolatile {
    static volatile int x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 1;
            y = 2;
        });
        t.start();
        y = 1;
        x = 2;
        t.join();
        System.out.println(x + " " + y);
    }
}
