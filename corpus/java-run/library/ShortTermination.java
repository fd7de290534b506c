//! A short time to wait for the end of tasks may be over before them
//! race: ShortTermination.x
//! output: 0 | 1
import java.util.concurrent.*;
public class ShortTermination {
    static int x;
    public static void main(String[] a) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(1);
        ex.execute(() -> { try { Thread.sleep(1); } catch (InterruptedException e) { } x = 1; });
        ex.shutdown();
        ex.awaitTermination(1, TimeUnit.MILLISECONDS);
        System.out.println(x);
    }
}
