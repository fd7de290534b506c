//! Two reads of one volatile field never go back (jcstress: BasicJMM_05_Coherence)
//! output: 0 0 | 0 1 | 1 1
//! forbidden: 1 0
public class Coherence {
    static volatile int x;
    static int a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { x = 1; });
        Thread u = new Thread(() -> { a = x; b = x; });
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a + " " + b);
    }
}
