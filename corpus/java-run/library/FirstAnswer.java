//! `invokeAny` gives the value of a task that ends well
//! output: 1
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FirstAnswer {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> fails = () -> { throw new IllegalStateException(); };
        Callable<Integer> one = () -> 1;
        System.out.println(pool.invokeAny(List.of(fails, one)));
        pool.shutdown();
    }
}
