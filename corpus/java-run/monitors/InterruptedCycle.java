//! A circle of locks that an interruption breaks is no deadlock
//! output: end | gave up / end
import java.util.concurrent.locks.*;
public class InterruptedCycle {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
        Thread t1 = new Thread(() -> {
            a.lock();
            try { b.lockInterruptibly(); b.unlock(); } catch (InterruptedException e) { System.out.println("gave up"); }
            a.unlock();
        });
        Thread t2 = new Thread(() -> { b.lock(); a.lock(); a.unlock(); b.unlock(); });
        t1.start(); t2.start();
        t1.interrupt();
        t1.join(); t2.join();
        System.out.println("end");
    }
}
