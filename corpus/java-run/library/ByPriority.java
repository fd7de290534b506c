//! A queue by priority gives the most urgent of what is there
//! output: 1 2 | 2 1
import java.util.concurrent.PriorityBlockingQueue;

public class ByPriority {
    record Job(int urgency) implements Comparable<Job> {
        public int compareTo(Job other) {
            return Integer.compare(urgency, other.urgency);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Job> jobs = new PriorityBlockingQueue<>();
        Thread t = new Thread(() -> {
            jobs.put(new Job(2));
            jobs.put(new Job(1));
        });
        t.start();
        int first = jobs.take().urgency(), second = jobs.take().urgency();
        System.out.println(first + " " + second);
    }
}
