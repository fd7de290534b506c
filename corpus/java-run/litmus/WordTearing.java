//! Elements side by side do not disturb each other (jcstress: BasicJMM_03_WordTearing)
//! output: 1 1
//! forbidden: 0 0 | 0 1 | 1 0
public class WordTearing {
    public static void main(String[] args) throws InterruptedException {
        byte[] x = new byte[2];
        Thread t = new Thread(() -> x[0] = 1);
        Thread u = new Thread(() -> x[1] = 1);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(x[0] + " " + x[1]);
    }
}
