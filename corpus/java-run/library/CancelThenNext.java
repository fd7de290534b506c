//! The interrupt of `cancel` is for one task: the next one of the same thread sleeps undisturbed
//! output: 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CancelThenNext {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> first = pool.submit(() -> { });
        first.cancel(true);
        Future<Integer> next = pool.submit(() -> {
            Thread.sleep(5);
            return 2;
        });
        System.out.println(next.get());
        pool.shutdown();
    }
}
