//! What threads are about, as `getState` has it: each may not have come there yet
//! output: NEW / TERMINATED / RUNNABLE / BLOCKED / RUNNABLE / RUNNABLE | NEW / TERMINATED / RUNNABLE / BLOCKED / TERMINATED / RUNNABLE | NEW / TERMINATED / RUNNABLE / BLOCKED / TIMED_WAITING / RUNNABLE | NEW / TERMINATED / RUNNABLE / RUNNABLE / RUNNABLE / RUNNABLE | NEW / TERMINATED / RUNNABLE / RUNNABLE / TERMINATED / RUNNABLE | NEW / TERMINATED / RUNNABLE / RUNNABLE / TIMED_WAITING / RUNNABLE | NEW / TERMINATED / WAITING / BLOCKED / RUNNABLE / RUNNABLE | NEW / TERMINATED / WAITING / BLOCKED / TERMINATED / RUNNABLE | NEW / TERMINATED / WAITING / BLOCKED / TIMED_WAITING / RUNNABLE | NEW / TERMINATED / WAITING / RUNNABLE / RUNNABLE / RUNNABLE | NEW / TERMINATED / WAITING / RUNNABLE / TERMINATED / RUNNABLE | NEW / TERMINATED / WAITING / RUNNABLE / TIMED_WAITING / RUNNABLE
import java.util.concurrent.locks.*;
public class StatesOfThreads {
    static final Object lock = new Object(), gate = new Object();
    public static void main(String[] args) throws InterruptedException {
        Thread fresh = new Thread(() -> { });
        System.out.println(fresh.getState());
        fresh.start(); fresh.join();
        System.out.println(fresh.getState());
        Thread waits = new Thread(() -> { synchronized (gate) { try { gate.wait(); } catch (InterruptedException e) { } } });
        waits.start();
        System.out.println(waits.getState());
        waits.interrupt(); waits.join();
        Thread blocked = new Thread(() -> { synchronized (lock) { } });
        synchronized (lock) { blocked.start(); System.out.println(blocked.getState()); }
        Thread sleeps = new Thread(() -> { try { Thread.sleep(100); } catch (InterruptedException e) { } });
        sleeps.start();
        System.out.println(sleeps.getState());
        sleeps.join(); blocked.join();
        System.out.println(Thread.currentThread().getState());
    }
}
