//! A bounded buffer of two conditions
//! output: 6
import java.util.LinkedList;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Conditions {
    static final Lock lock = new ReentrantLock();
    static final Condition notEmpty = lock.newCondition(), notFull = lock.newCondition();
    static final Queue<Integer> queue = new LinkedList<>();

    static void put(int x) throws InterruptedException {
        lock.lock();
        try {
            while (queue.size() == 1) notFull.await();
            queue.add(x);
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    static int take() throws InterruptedException {
        lock.lock();
        try {
            while (queue.isEmpty()) notEmpty.await();
            int x = queue.remove();
            notFull.signal();
            return x;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) put(i);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        t.start();
        int sum = 0;
        for (int i = 0; i < 3; i++) sum += take();
        t.join();
        System.out.println(sum);
    }
}
