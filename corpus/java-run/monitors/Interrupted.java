//! A handler of InterruptedException with the usual last words: nobody interrupts, so no run gets there
//! output: sum 6
public class Interrupted {
    private int value;
    private boolean full;

    synchronized void put(int v) throws InterruptedException {
        while (full) wait();
        value = v;
        full = true;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (!full) wait();
        full = false;
        notifyAll();
        return value;
    }

    public static void main(String[] args) {
        Interrupted slot = new Interrupted();
        Thread puts = new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) slot.put(i);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        puts.start();
        try {
            int sum = 0;
            for (int i = 0; i < 3; i++) sum += slot.take();
            System.out.println("sum " + sum);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
    }
}
