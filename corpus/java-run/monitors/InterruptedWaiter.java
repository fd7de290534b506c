//! One of two threads that wait is interrupted, one is notified: the interrupted one may be the first to go on, and the notification is for the other
//! one, unless it is for the interrupted one, and the other one waits for ever
//! output: iw | wi | ww |
//! waiting: yes
public class InterruptedWaiter {
    static int waiting;
    static boolean go;

    static final StringBuilder out = new StringBuilder();

    static synchronized void waits() {
        waiting++;
        InterruptedWaiter.class.notifyAll();
        try {
            while (!go) InterruptedWaiter.class.wait();
            out.append("w");
        } catch (InterruptedException e) {
            out.append("i");
        }
    }

    static synchronized void tells(Thread one) throws InterruptedException {
        while (waiting < 2) InterruptedWaiter.class.wait();
        go = true;
        InterruptedWaiter.class.notify();
        one.interrupt();
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(InterruptedWaiter::waits), other = new Thread(InterruptedWaiter::waits);
        one.start();
        other.start();
        tells(one);
        one.join();
        other.join();
        System.out.println(out);
    }
}
