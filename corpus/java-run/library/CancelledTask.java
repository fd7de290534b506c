//! A task is cancelled before it begins, while it runs, or not at all
//! output: cancelled | done 7
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CancelledTask {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> task = pool.submit(() -> 7);
        task.cancel(false);
        try {
            System.out.println("done " + task.get());
        } catch (CancellationException e) {
            System.out.println(task.isCancelled() ? "cancelled" : "not cancelled");
        }
        pool.shutdown();
    }
}
