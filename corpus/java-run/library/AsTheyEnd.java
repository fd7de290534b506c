//! Results are taken in the order in which tasks end
//! output: 12 | 21
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class AsTheyEnd {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> tasks = new ExecutorCompletionService<>(pool);
        tasks.submit(() -> 1);
        tasks.submit(() -> 2);
        System.out.println("" + tasks.take().get() + tasks.take().get());
        pool.shutdown();
    }
}
