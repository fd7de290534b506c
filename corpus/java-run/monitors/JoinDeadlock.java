//! main holds the lock that the thread needs, and waits for its end
//! deadlock: yes
//! output:  | in
public class JoinDeadlock {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                System.out.println("in");
            }
        });
        t.start();
        synchronized (lock) {
            t.join();
        }
    }
}
