//! Waiting without a loop
//! exercise: repair
//! task: A reader that was woken may find the box empty. Mend `take`, so that each reader gets a letter in every schedule.
//! keep: Mailbox.put, Mailbox.read, Mailbox.main
//! goal: race: none, exception: none, waiting: no, output "a b"
//! hint: Between the notification and the moment in which a woken thread has the lock again, other threads may have it.
//! hint: The condition must be true when `wait` is over. Who looks?
public class Mailbox {
    private final String[] letters = new String[2];
    private int size;

    synchronized void put(String letter) {
        letters[size++] = letter;
        notifyAll();
    }

    synchronized String take() throws InterruptedException {
        if (size == 0) wait();
        return letters[--size];
    }

    static void read(Mailbox box) {
        try {
            System.out.println(box.take());
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }

    public static void main(String[] args) {
        Mailbox box = new Mailbox();
        new Thread(() -> read(box)).start();
        new Thread(() -> read(box)).start();
        box.put("a");
        box.put("b");
    }
}
