//! Two locks in both orders by tryLock: no deadlock, and two that back off in step may do so for ever
//! livelock: yes
//! output: 2
import java.util.concurrent.locks.ReentrantLock;

public class BackOff {
    static final ReentrantLock one = new ReentrantLock(), two = new ReentrantLock();
    static int moved;

    static void move(ReentrantLock first, ReentrantLock second) {
        while (true) {
            if (first.tryLock()) {
                try {
                    if (second.tryLock()) {
                        try {
                            moved++;
                            return;
                        } finally {
                            second.unlock();
                        }
                    }
                } finally {
                    first.unlock();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> move(two, one));
        other.start();
        move(one, two);
        other.join();
        System.out.println(moved);
    }
}
