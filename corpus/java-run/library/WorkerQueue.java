//! A worker takes tasks from a BlockingQueue until it is told to stop
//! output: 3
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class WorkerQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread worker = new Thread(() -> {
            try {
                int sum = 0;
                for (int x = queue.take(); x >= 0; x = queue.take()) sum += x;
                System.out.println(sum);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        worker.start();
        for (int i = 1; i <= 2; i++) queue.put(i);
        queue.put(-1);
        worker.join();
    }
}
