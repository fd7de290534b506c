//! Two readers of plain fields: no store buffer lets them disagree on the order of two writes, though Java allows it
//! race: IndependentReadsPlain.x, IndependentReadsPlain.y
//! output: 0 0 0 0 | 0 0 0 1 | 0 0 1 0 | 0 0 1 1 | 0 1 0 0 | 0 1 0 1 | 0 1 1 0 | 0 1 1 1 | 1 0 0 0 | 1 0 0 1 | 1 0 1 1 | 1 1 0 0 | 1 1 0 1 | 1 1 1 0 | 1 1 1 1
public class IndependentReadsPlain {
    static int x, y;
    static int r1, r2, r3, r4;
    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> x = 1);
        Thread b = new Thread(() -> y = 1);
        Thread c = new Thread(() -> { r1 = x; r2 = y; });
        Thread d = new Thread(() -> { r3 = y; r4 = x; });
        a.start(); b.start(); c.start(); d.start();
        a.join(); b.join(); c.join(); d.join();
        System.out.println(r1 + " " + r2 + " " + r3 + " " + r4);
    }
}
