//! What comes before an element is put comes before what is done with it; nothing comes behind who asks for the size
//! race: QueueHandsOver.late
//! output: 3 0 | 3 4
import java.util.concurrent.*;

public class QueueHandsOver {
    static int data, late;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Thread t = new Thread(() -> { data = 3; queue.offer("first"); late = 4; queue.offer("second"); });
        t.start();
        queue.take();
        System.out.println(data + " " + (queue.size() == 1 ? late : 0));
        t.join();
    }
}
