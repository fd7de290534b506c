//! notifyAll wakes both
//! output: both have passed
public class NotifyAll {
    private boolean ready = false;

    synchronized void open() {
        ready = true;
        notifyAll();
    }

    synchronized void await() throws InterruptedException {
        while (!ready) wait();
    }

    public static void main(String[] args) throws InterruptedException {
        NotifyAll gate = new NotifyAll();
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
