//! One permit is not enough for the first in line, and who waits behind it for one does not get it
//! waiting: yes
//! output:  | u / end
import java.util.concurrent.*;
public class PermitsInLine {
    public static void main(String[] args) throws Exception {
        Semaphore s = new Semaphore(0);
        Thread t = new Thread(() -> s.acquireUninterruptibly(2)); t.setDaemon(true); t.start();
        Thread u = new Thread(() -> { s.acquireUninterruptibly(); System.out.println("u"); }); u.start();
        s.release(); u.join(); System.out.println("end");
    }
}
