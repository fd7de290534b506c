//! A pool without a queue hands a task to a worker that waits, makes another one, or rejects it
//! output: a / b | a / rejected | rejected / a
import java.util.concurrent.*;
public class HandedOver {
    public static void main(String[] args) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), (r, by) -> System.out.println("rejected"));
        pool.execute(() -> System.out.println("a"));
        pool.execute(() -> System.out.println("b"));
        pool.shutdown();
    }
}
