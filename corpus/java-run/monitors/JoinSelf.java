//! A thread that waits for its own end
//! deadlock: yes
//! output: before
public class JoinSelf {
    public static void main(String[] args) throws InterruptedException {
        System.out.println("before");
        Thread.currentThread().join();
    }
}
