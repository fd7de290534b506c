//! An object given away without a lock: its field may be read while nobody orders that with its constructor
//! race: Publication.shared, Publication.value
//! output: 7 | nothing yet
public class Publication {
    int value;
    static Publication shared;

    Publication(int value) { this.value = value; }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Publication p = shared;
            System.out.println(p == null ? "nothing yet" : "" + p.value);
        });
        t.start();
        shared = new Publication(7);
        t.join();
    }
}
