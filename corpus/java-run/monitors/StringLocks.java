//! Two texts as locks, taken in both orders: a text has a lock, and a literal is one object for all
//! deadlock: yes
//! output: 2 |
public class StringLocks {
    static final String FIRST = "first";
    static final Object SECOND = new String("second");
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (FIRST) {
                synchronized (SECOND) {
                    count++;
                }
            }
        });
        other.start();
        synchronized (SECOND) {
            synchronized ("first") {
                count++;
            }
        }
        other.join();
        System.out.println(count);
    }
}
