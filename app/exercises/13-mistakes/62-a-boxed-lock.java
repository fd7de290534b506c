//! A lock that is replaced
//! exercise: repair
//! task: A box never changes, as an `Integer` never does: to count, `hit` puts another box into the field. Each thread locks the box, and hits are lost all the same. Mend `hit`, so that each hit counts in every schedule.
//! keep: Hits.main
//! goal: race: none, output "3 4"
//! hint: One thread holds the box that was there, and one the box that is there now. Which lock do they have in common?
//! hint: A lock belongs into a final field. What it guards may change.
public class Hits {
    static class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    static Box hits = new Box(0);

    static void hit() {
        synchronized (hits) {
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
