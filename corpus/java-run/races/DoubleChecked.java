//! Double-checked locking without volatile
//! race: DoubleChecked.instance
//! output: 1
public class DoubleChecked {
    static DoubleChecked instance;
    static int made;

    static DoubleChecked get() {
        if (instance == null) {
            synchronized (DoubleChecked.class) {
                if (instance == null) {
                    made++;
                    instance = new DoubleChecked();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(DoubleChecked::get);
        t.start();
        get();
        t.join();
        System.out.println(made);
    }
}
