//! A thread is waited for some time alone: it may not have ended
//! race: JoinForSomeTime.n
//! output: 0 | 1
public class JoinForSomeTime {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> n = 1);
        t.start();
        t.join(1);
        System.out.println(n);
    }
}
