public class Cell {
    private boolean full;

    private void set(boolean to) {
        if (full == to) throw new IllegalStateException("too early");
        full = to;
        System.out.println(full ? "put" : "taken");
    }

    synchronized void put() throws InterruptedException {
        while (full) wait();
        set(true);
        notifyAll();
    }

    synchronized void take() throws InterruptedException {
        while (!full) wait();
        set(false);
        notifyAll();
    }

    static void work(Cell cell, boolean gives) {
        try {
            if (gives) cell.put();
            else cell.take();
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }

    public static void main(String[] args) {
        Cell cell = new Cell();
        new Thread(() -> work(cell, true)).start();
        new Thread(() -> work(cell, true)).start();
        new Thread(() -> work(cell, false)).start();
        new Thread(() -> work(cell, false)).start();
    }
}
