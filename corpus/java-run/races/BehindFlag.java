//! The data behind a flag that is not volatile: no schedule puts its accesses side by side, and nothing orders them
//! race: BehindFlag.ready, BehindFlag.data
//! output: 42 | nothing
public class BehindFlag {
    static boolean ready;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            ready = true;
        });
        Thread reader = new Thread(() -> {
            if (ready) System.out.println(data);
            else System.out.println("nothing");
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
