//! An owner takes at one end of a deque, a thief at the other
//! output: 6
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;

public class WorkStealing {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingDeque<Integer> work = new LinkedBlockingDeque<>();
        AtomicInteger sum = new AtomicInteger();
        for (int i = 1; i <= 3; i++) work.addLast(i);
        Thread thief = new Thread(() -> {
            Integer stolen = work.pollLast();
            if (stolen != null) sum.addAndGet(stolen);
        });
        thief.start();
        Integer own = work.pollFirst();
        while (own != null) {
            sum.addAndGet(own);
            own = work.pollFirst();
        }
        thief.join();
        System.out.println(sum.get());
    }
}
