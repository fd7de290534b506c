//! Tasks that are due later come at any moment, also after `shutdown`
//! output: now / later | later / now
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class LaterTasks {
    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.schedule(() -> System.out.println("later"), 1, TimeUnit.MILLISECONDS);
        System.out.println("now");
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);
    }
}
