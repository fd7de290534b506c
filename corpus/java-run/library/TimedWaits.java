//! A wait with a time may end before what it waits for
//! output: false / 1 | false / late
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class TimedWaits {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        lock.lock();
        System.out.println(never.await(1, TimeUnit.MILLISECONDS));
        lock.unlock();
        CompletableFuture<Integer> made = new CompletableFuture<>();
        new Thread(() -> made.complete(1)).start();
        try {
            System.out.println(made.get(1, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            System.out.println("late");
        }
    }
}
