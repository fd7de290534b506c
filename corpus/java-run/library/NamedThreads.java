//! A factory makes the threads of a pool
//! output: worker 1
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class NamedThreads {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> {
            Thread t = new Thread(task);
            t.setName("worker 1");
            return t;
        });
        pool.execute(() -> System.out.println(Thread.currentThread().getName()));
        pool.shutdown();
    }
}
