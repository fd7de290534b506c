//! A thread is started once
//! exception: java.lang.IllegalThreadStateException
//! output: runs
public class StartTwice {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> System.out.println("runs"));
        t.start();
        t.join();
        t.start();
    }
}
