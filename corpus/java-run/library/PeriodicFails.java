//! A repeated task that throws comes no more, and who asks for it gets the exception
//! output: java.lang.IllegalStateException: second
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class PeriodicFails {
    private static int runs;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<?> ticking = clock.scheduleWithFixedDelay(() -> {
            runs++;
            if (runs == 2) throw new IllegalStateException("second");
        }, 1, 1, TimeUnit.MILLISECONDS);
        try {
            ticking.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        clock.shutdown();
    }
}
