//! Two readers of volatile fields agree on the order of two writes
//! output: 00 00 | 00 01 | 00 10 | 00 11 | 01 00 | 01 01 | 01 10 | 01 11 | 10 00 | 10 01 | 10 11 | 11 00 | 11 01 | 11 10 | 11 11
//! forbidden: 10 10
public class IndependentReads {
    static volatile int x, y;
    static String first;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        Thread u = new Thread(() -> y = 1);
        Thread r = new Thread(() -> {
            int a = x, b = y;
            first = "" + a + b;
        });
        t.start();
        u.start();
        r.start();
        int c = y, d = x;
        r.join();
        System.out.println(first + " " + c + d);
    }
}
