//! A thread parks until another one has set a flag and gives it the permit
//! output: on
import java.util.concurrent.locks.LockSupport;

public class Parked {
    static volatile boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!go) {
                LockSupport.park();
            }
            System.out.println("on");
        });
        t.start();
        go = true;
        LockSupport.unpark(t);
        t.join();
    }
}
