public class Hits {
    static class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    static Box hits = new Box(0);
    private static final Object lock = new Object();

    static void hit() {
        synchronized (lock) {
            hits = new Box(hits.value + 1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Hits::hit), b = new Thread(Hits::hit), c = new Thread(Hits::hit);
        a.start();
        b.start();
        c.start();
        a.join();
        b.join();
        c.join();
        System.out.println(hits.value);
        hit();
        System.out.println(hits.value);
    }
}
