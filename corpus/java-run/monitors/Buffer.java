//! A bounded buffer of wait and notifyAll
//! output: 1 / 2 / 3
public class Buffer {
    private final int[] items = new int[1];
    private int size = 0;

    synchronized void put(int x) throws InterruptedException {
        while (size == items.length) wait();
        items[size++] = x;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (size == 0) wait();
        int x = items[--size];
        notifyAll();
        return x;
    }

    public static void main(String[] args) throws InterruptedException {
        Buffer b = new Buffer();
        Thread t = new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) b.put(i);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        t.start();
        for (int i = 0; i < 3; i++) System.out.println(b.take());
        t.join();
    }
}
