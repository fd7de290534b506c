//! A FutureTask runs once, whoever runs it
//! output: 1
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
public class TaskOfTwoThreads {
    public static void main(String[] a) throws Exception {
        AtomicInteger n = new AtomicInteger();
        FutureTask<Integer> ft = new FutureTask<>(n::incrementAndGet);
        Thread t = new Thread(ft), u = new Thread(ft);
        t.start(); u.start(); t.join(); u.join();
        System.out.println(n);
    }
}
