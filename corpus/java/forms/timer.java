//! A timer's task runs in another thread
//! check: EXP REF/guard-held @ 11
import java.util.Timer;
import java.util.TimerTask;

class Counter {
    int n /*# guarded_by this */;

    synchronized void go(Timer timer) {
        timer.schedule(new TimerTask() {
            public void run() { int x = n; }
        }, 10);
    }
}
