//! A task of a timer is due at any moment; tasks of one timer exclude each other
//! output: 0 | 1 | 2
import java.util.Timer;
import java.util.TimerTask;

public class TimerOnce {
    static int n;
    static final Object lock = new Object();

    static TimerTask task() {
        return new TimerTask() {
            @Override
            public void run() {
                synchronized (lock) {
                    n++;
                }
            }
        };
    }

    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(task(), 1);
        timer.schedule(task(), 1);
        synchronized (lock) {
            System.out.println(n);
        }
        timer.cancel();
    }
}
