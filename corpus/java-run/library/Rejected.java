//! A pool of one thread whose queue has room for one: the third task is rejected, or runs in the caller
//! output: rejected / in main / ended 3
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Rejected {
    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        Runnable task = () -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            ended.incrementAndGet();
        };
        pool.execute(task);
        pool.execute(task);
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        pool.execute(() -> {
            System.out.println("in " + Thread.currentThread().getName());
            ended.incrementAndGet();
        });
        go.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println("ended " + ended);
    }
}
