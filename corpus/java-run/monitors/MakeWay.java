//! Two who let each other go first: each takes its turn, and neither may ever pass
//! livelock: yes
//! output: left / right | right / left
import java.util.concurrent.atomic.AtomicBoolean;

public class MakeWay {
    static void pass(String name, AtomicBoolean mine, AtomicBoolean other) {
        while (true) {
            mine.set(true);
            if (!other.get()) break;
            mine.set(false);
            Thread.yield();
        }
        System.out.println(name);
        mine.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicBoolean left = new AtomicBoolean(), right = new AtomicBoolean();
        Thread other = new Thread(() -> pass("right", right, left));
        other.start();
        pass("left", left, right);
        other.join();
    }
}
