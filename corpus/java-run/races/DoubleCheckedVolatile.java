//! Double-checked locking with volatile
//! output: 1
public class DoubleCheckedVolatile {
    static volatile DoubleCheckedVolatile instance;
    static int made;

    static DoubleCheckedVolatile get() {
        if (instance == null) {
            synchronized (DoubleCheckedVolatile.class) {
                if (instance == null) {
                    made++;
                    instance = new DoubleCheckedVolatile();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(DoubleCheckedVolatile::get);
        t.start();
        get();
        t.join();
        System.out.println(made);
    }
}
