//! Threads interrupt: a sleeper is told before or behind its sleep
//! output: slept | told
public class InterruptedSleep {
    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1000);
                System.out.println("slept");
            } catch (InterruptedException e) {
                System.out.println("told");
            }
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
