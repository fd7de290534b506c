//! A spin lock that an early return does not give back
//! livelock: yes
//! output: 2
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLockLeak {
    static final AtomicBoolean busy = new AtomicBoolean();
    static volatile int size;

    static void add(int most) {
        while (!busy.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        if (size >= most) {
            return;
        }
        size = size + 1;
        busy.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> add(1)), second = new Thread(() -> add(1));
        first.start();
        second.start();
        add(3);
        first.join();
        second.join();
        System.out.println(size);
    }
}
