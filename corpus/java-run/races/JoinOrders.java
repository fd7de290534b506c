//! What a thread has written is ordered before what follows its join
//! output: 6
public class JoinOrders {
    static int n = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> n = 5);
        t.start();
        t.join();
        System.out.println(n + 1);
    }
}
