//! The task of a timer runs in another thread
//! race: TimerRace.n
//! output:
import java.util.Timer;
import java.util.TimerTask;

public class TimerRace {
    static int n;

    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                n++;
            }
        }, 10);
        n++;
        timer.cancel();
    }
}
