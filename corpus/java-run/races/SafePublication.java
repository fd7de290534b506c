//! The same through a volatile field
//! output: 7 | nothing yet
public class SafePublication {
    int value;
    static volatile SafePublication shared;

    SafePublication(int value) { this.value = value; }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            SafePublication p = shared;
            System.out.println(p == null ? "nothing yet" : "" + p.value);
        });
        t.start();
        shared = new SafePublication(7);
        t.join();
    }
}
