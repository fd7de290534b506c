//! A pool that is shut down in two phases, as its documentation has it: who looks at the result of the first wait goes on when the time is over
//! output: cancelled | stopped early / cancelled | cancelled / stopped early
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class TwoPhases {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch never = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                System.out.println("cancelled");
            }
        });
        pool.shutdown();
        if (!pool.awaitTermination(2, TimeUnit.SECONDS)) {
            pool.shutdownNow();
            if (!pool.awaitTermination(2, TimeUnit.SECONDS)) System.out.println("stopped early");
        }
    }
}
