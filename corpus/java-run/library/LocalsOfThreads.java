//! Each thread has its own value of a ThreadLocal, a worker of a pool one for all its tasks
//! output: 1 1 / 1 2
import java.util.concurrent.*;
public class LocalsOfThreads {
    static final ThreadLocal<int[]> count = ThreadLocal.withInitial(() -> new int[1]);
    static int next() {
        return ++count.get()[0];
    }
    public static void main(String[] args) throws Exception {
        int[] seen = new int[2];
        Thread a = new Thread(() -> seen[0] = next());
        Thread b = new Thread(() -> seen[1] = next());
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(seen[0] + " " + seen[1]);
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> first = pool.submit(LocalsOfThreads::next);
        Future<Integer> second = pool.submit(LocalsOfThreads::next);
        System.out.println(first.get() + " " + second.get());
        pool.shutdown();
    }
}
