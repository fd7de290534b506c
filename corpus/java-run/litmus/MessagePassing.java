//! A flag and what it announces
//! output: 42 | not ready
public class MessagePassing {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 42;
            ready = true;
        });
        t.start();
        System.out.println(ready ? "" + data : "not ready");
        t.join();
    }
}
