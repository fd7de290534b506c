//! A lazy singleton without a lock
//! race: LazySingleton.one
//! output: 1 | 2
import java.util.concurrent.atomic.*;

public class LazySingleton {
    static final AtomicInteger made = new AtomicInteger();
    static LazySingleton one;
    LazySingleton() {
        made.incrementAndGet();
    }

    static LazySingleton get() {
        if (one == null) one = new LazySingleton();
        return one;
    }

    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(LazySingleton::get);
        t.start();
        get();
        t.join();
        System.out.println(made);
    }
}
