//! The permit is given before the flag is set: the thread that looked in between parks for ever
//! waiting: yes
//! output:
import java.util.concurrent.locks.LockSupport;

public class ParkedForEver {
    static volatile boolean go;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            while (!go) {
                LockSupport.park();
            }
        });
        t.start();
        LockSupport.unpark(t);
        go = true;
    }
}
