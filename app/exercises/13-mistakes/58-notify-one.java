//! Notify, but whom?
//! exercise: repair
//! task: One thread is woken at a time, and sometimes it is the wrong one: then threads wait for ever. Mend it, so that each thread does its work in every schedule.
//! keep: Cell.set, Cell.work, Cell.main
//! goal: race: none, exception: none, waiting: no, output "put put taken taken"
//! hint: Givers and takers wait at the same object. Whom may a giver wake with `notify`?
//! hint: A thread that cannot go on waits again, and nobody else is told.
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
        notify();
    }

    synchronized void take() throws InterruptedException {
        while (!full) wait();
        set(false);
        notify();
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
