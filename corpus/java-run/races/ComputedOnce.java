//! computeIfAbsent loads once
//! output: 1
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ComputedOnce {
    static final ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
    static final AtomicInteger loads = new AtomicInteger();
    static void get() {
        m.computeIfAbsent("k", k -> loads.incrementAndGet());
    }

    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(ComputedOnce::get);
        t.start();
        get();
        t.join();
        System.out.println(loads);
    }
}
