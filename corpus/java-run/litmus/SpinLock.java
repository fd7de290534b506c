//! A lock of compareAndSet
//! output: 2
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLock {
    static final AtomicBoolean locked = new AtomicBoolean();
    static int n = 0;

    static void add() {
        while (!locked.compareAndSet(false, true)) Thread.onSpinWait();
        n++;
        locked.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(SpinLock::add), u = new Thread(SpinLock::add);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n);
    }
}
