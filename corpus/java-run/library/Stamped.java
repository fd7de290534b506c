//! A value that was changed and changed back is told by its stamp (ABA)
//! output: false B | true C
import java.util.concurrent.atomic.AtomicStampedReference;

public class Stamped {
    public static void main(String[] args) throws InterruptedException {
        AtomicStampedReference<String> top = new AtomicStampedReference<>("A", 0);
        int stamp = top.getStamp();
        Thread t = new Thread(() -> {
            if (top.compareAndSet("A", "B", 0, 1) && top.compareAndSet("B", "A", 1, 2)) {
                top.compareAndSet("A", "B", 2, 3);
            }
        });
        t.start();
        boolean changed = top.compareAndSet("A", "C", stamp, stamp + 1);
        t.join();
        System.out.println(changed + " " + top.getReference());
    }
}
