//! A Phaser lets its parties go on together
//! output: 11 true
import java.util.concurrent.Phaser;

public class Phases {
    static int left, right;

    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(2);
        Thread t = new Thread(() -> {
            left = 1;
            phaser.arriveAndAwaitAdvance();
            phaser.arriveAndDeregister();
        });
        t.start();
        right = 10;
        phaser.arriveAndAwaitAdvance();
        int sum = left + right;
        phaser.arriveAndDeregister();
        t.join();
        System.out.println(sum + " " + phaser.isTerminated());
    }
}
