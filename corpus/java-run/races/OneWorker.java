//! Tasks of a pool with one thread come one after the other
//! output: 1 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class OneWorker {
    static int n = 0;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> f = pool.submit(() -> ++n), g = pool.submit(() -> ++n);
        System.out.println(f.get() + " " + g.get());
        pool.shutdown();
    }
}
