//! A task of a timer comes back until it cancels itself
//! output: 3
import java.util.Timer;
import java.util.TimerTask;

public class TimerTicks {
    private static final Object lock = new Object();
    private static int ticks;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            public void run() {
                synchronized (lock) {
                    ticks++;
                    if (ticks == 3) {
                        lock.notify();
                        cancel();
                    }
                }
            }
        }, 1, 1);
        synchronized (lock) {
            while (ticks < 3) lock.wait();
        }
        timer.cancel();
        System.out.println(ticks);
    }
}
