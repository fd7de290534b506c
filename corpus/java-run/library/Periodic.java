//! A task that is repeated runs any number of times until it is cancelled
//! output: 3 true true | 3 true false
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Periodic {
    private static int ticks;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> ticking = clock.scheduleAtFixedRate(() -> {
            if (ticks < 3) ticks++;
            three.countDown();
        }, 0, 10, TimeUnit.MILLISECONDS);
        three.await();
        ticking.cancel(false);
        clock.shutdown();
        boolean over = clock.awaitTermination(1, TimeUnit.SECONDS);
        System.out.println(ticks + " " + ticking.isCancelled() + " " + over);
    }
}
