//! Who sees a volatile flag sees what was written before it (jcstress: BasicJMM_06_Causality)
//! race: Causality.data
//! output: 0 0 | 0 1 | 1 1
//! forbidden: 1 0
public class Causality {
    static int data, a, b;
    static volatile int flag;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { data = 1; flag = 1; });
        Thread u = new Thread(() -> { a = flag; b = data; });
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a + " " + b);
    }
}
