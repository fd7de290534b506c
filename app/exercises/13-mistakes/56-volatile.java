//! Volatile is not atomic
//! exercise: schedule
//! task: The count is volatile, so there is no race. Let one of two visits get lost.
//! goal: output "1"
//! hint: `count++` is a read and a write. Volatile orders each of them, and does not hold them together.
//! hint: Stop the first thread behind its read, and let the second one come to its end.
public class Visits {
    static volatile int count;

    static void visit() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Visits::visit), b = new Thread(Visits::visit);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(count);
    }
}
