//! A class that is initialised at its first use makes one object, and needs no lock
//! output: 1
public class Holder {
    static int made;

    static class Inner {
        static final Holder INSTANCE = new Holder();
    }

    Holder() { made++; }

    static Holder get() { return Inner.INSTANCE; }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> get());
        t.start();
        get();
        t.join();
        System.out.println(made);
    }
}
