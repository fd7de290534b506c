//! Hooks of a pool, a worker in the place of one that an exception ended, tasks of a fork-join pool, of timers
//! output: as java
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;
public class Hooks {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override protected void beforeExecute(Thread t, Runnable r) { System.out.println("before"); }
            @Override protected void afterExecute(Runnable r, Throwable t) { System.out.println("after " + t); }
            @Override protected void terminated() { System.out.println("terminated"); }
        };
        pool.execute(() -> System.out.println("run"));
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        System.out.println(new ForkJoinPool(2).submit(() -> "joined").join());
        System.out.println(new TimerTask() { public void run() {} }.cancel());
        System.out.println(Stream.of(1, 2, 3).parallel().reduce(10, Integer::sum));
        System.out.println(TimeUnit.SECONDS.toMillis(3) + " " + TimeUnit.MILLISECONDS.toSeconds(2500) + " " + TimeUnit.DAYS.toNanos(400000));
        System.out.println(Arrays.stream(new String[] { "a", "b", "c" }, 1, 3).toList());
        ExecutorService one = Executors.newSingleThreadExecutor();
        System.out.println(CompletableFuture.supplyAsync(() -> 1, one).thenApplyAsync(x -> x + 1, one).join());
        one.shutdown();
        Thread t = new Thread(() -> System.out.println(Thread.interrupted()));
        t.interrupt();
        t.start();
        t.join();
    }
}
