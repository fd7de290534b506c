//! A pause of a length at random, and a look at the clock, change nothing of what a program does
//! output: 2
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

public class RandomSleeps {
    private static final Random random = new Random();
    private static int n;

    private static void pause() throws InterruptedException {
        int delay = random.nextInt(5);
        Thread.sleep(delay);
        Thread.sleep((long) (Math.random() * 5));
        Thread.sleep(ThreadLocalRandom.current().nextInt(1, 5));
    }

    private static synchronized void add() { n++; }

    public static void main(String[] args) throws InterruptedException {
        Runnable work = () -> {
            try {
                pause();
                add();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        Thread a = new Thread(work);
        Thread b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(n);
    }
}
