//! A thread that is interrupted while it waits for the end of another one, or before
//! output: joined | interrupted
public class InterruptedJoin {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> main.interrupt());
        t.start();
        try {
            t.join();
            System.out.println("joined");
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }
}
