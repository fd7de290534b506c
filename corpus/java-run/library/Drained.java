//! What is drained at once, and a poll that may come too early
//! output: [1, 2] null | [1, 2] 3
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

public class Drained {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
        queue.put(1);
        queue.put(2);
        List<Integer> all = new ArrayList<>();
        queue.drainTo(all);
        Thread t = new Thread(() -> queue.offer(3));
        t.start();
        Integer late = queue.poll(10, TimeUnit.MILLISECONDS);
        System.out.println(all + " " + late);
        t.join();
    }
}
