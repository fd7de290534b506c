//! An exception ends a worker, and another one takes its place
//! exception: java.lang.IllegalStateException
//! output: b
import java.util.concurrent.*;
public class DeadWorker {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> { throw new IllegalStateException(); });
        pool.execute(() -> System.out.println("b"));
        pool.shutdown();
    }
}
