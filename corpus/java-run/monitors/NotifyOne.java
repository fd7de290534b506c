//! notify wakes one of two takers: the other one waits for ever
//! waiting: yes
//! output:  | both have passed
public class NotifyOne {
    private boolean ready = false;

    synchronized void open() {
        ready = true;
        notify();
    }

    synchronized void await() throws InterruptedException {
        while (!ready) wait();
    }

    public static void main(String[] args) throws InterruptedException {
        NotifyOne gate = new NotifyOne();
        Runnable passes = () -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        };
        Thread t = new Thread(passes), u = new Thread(passes);
        t.start();
        u.start();
        gate.open();
        t.join();
        u.join();
        System.out.println("both have passed");
    }
}
