//! Elements of a DelayQueue come in the order of their times
//! output: [first, second]
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class DelayedJobs {
    record Job(String name, long due) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) { return unit.convert(due - System.currentTimeMillis(), TimeUnit.MILLISECONDS); }

        @Override
        public int compareTo(Delayed other) { return Long.compare(due, ((Job) other).due); }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Job> queue = new DelayQueue<>();
        long now = System.currentTimeMillis();
        Thread t = new Thread(() -> {
            queue.add(new Job("second", now + 40));
            queue.add(new Job("first", now + 20));
        });
        t.start();
        t.join();
        List<String> done = new ArrayList<>();
        for (int i = 0; i < 2; i++) done.add(queue.take().name());
        System.out.println(done);
    }
}
