//! Threads share the row of a Random: each number is drawn once
//! output: 5 8 | 8 5
import java.util.Random;

public class SharedRandom {
    private static final Random row = new Random(1);

    public static void main(String[] args) throws InterruptedException {
        int[] drawn = new int[1];
        Thread t = new Thread(() -> drawn[0] = row.nextInt(10));
        t.start();
        int own = row.nextInt(10);
        t.join();
        System.out.println(own + " " + drawn[0]);
    }
}
