//! Peterson with volatile fields
//! output: 2
public class Peterson {
    static volatile boolean first, second;
    static volatile int turn;
    static int n = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            first = true;
            turn = 2;
            while (second && turn == 2) Thread.onSpinWait();
            n++;
            first = false;
        });
        Thread u = new Thread(() -> {
            second = true;
            turn = 1;
            while (first && turn == 1) Thread.onSpinWait();
            n++;
            second = false;
        });
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n);
    }
}
