//! The time of an await ends while another thread has the lock, in front of its signal
//! output: false false | false true | true true
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class TimedAwait {
    static boolean f;
    public static void main(String[] a) throws Exception {
        ReentrantLock l = new ReentrantLock();
        Condition c = l.newCondition();
        l.lock();
        Thread t = new Thread(() -> {
            l.lock();
            f = true;
            try { Thread.sleep(1); } catch (InterruptedException e) { }
            c.signalAll();
            l.unlock();
        });
        t.start();
        System.out.println(c.await(1, TimeUnit.MILLISECONDS) + " " + f);
        l.unlock();
    }
}
