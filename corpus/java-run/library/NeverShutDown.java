//! A pool that nobody shuts down: its worker waits for ever
//! waiting: yes
//! output: task
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class NeverShutDown {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> System.out.println("task"));
    }
}
