//! Two tasks of a pool increment a field
//! race: PoolRace.n
//! output: 1 | 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolRace {
    static int n = 0;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> f = pool.submit(() -> { n++; }), g = pool.submit(() -> { n++; });
        f.get();
        g.get();
        pool.shutdown();
        System.out.println(n);
    }
}
