//! What stands above a class of the library is above those below it
//! check: ok
import java.util.TimerTask;

class User {
    static Runnable task() {
        return new TimerTask() { public void run() { } };
    }
}
