//! Who shuts a clock down and does not wait for its end reads beside its task
//! race: PeriodicRace.ticks
//! output: 0 | 1
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class PeriodicRace {
    private static int ticks;

    public static void main(String[] args) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        clock.scheduleAtFixedRate(() -> ticks = 1, 1, 1, TimeUnit.SECONDS);
        clock.shutdownNow();
        System.out.println(ticks);
    }
}
