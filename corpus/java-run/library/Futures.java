//! The result of a task, and its exception
//! output: 42 / java.lang.ArithmeticException: / by zero
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Futures {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> good = pool.submit(() -> 6 * 7);
        Future<Integer> bad = pool.submit(() -> 1 / Integer.parseInt("0"));
        try {
            System.out.println(good.get());
            System.out.println(bad.get());
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        pool.shutdown();
    }
}
