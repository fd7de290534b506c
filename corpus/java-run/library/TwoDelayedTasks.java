//! A worker takes the next task that is due, though somebody waits for the end
//! output: x / y / true | y / x / true | false / x / y | false / y / x | x / false / y | y / false / x | x / y / false | y / x / false
import java.util.concurrent.*;
public class TwoDelayedTasks {
    public static void main(String[] a) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        s.schedule(() -> System.out.println("x"), 1, TimeUnit.MILLISECONDS);
        s.schedule(() -> System.out.println("y"), 100, TimeUnit.MILLISECONDS);
        s.shutdown();
        System.out.println(s.awaitTermination(2, TimeUnit.SECONDS));
    }
}
