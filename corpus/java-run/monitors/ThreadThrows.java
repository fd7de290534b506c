//! An exception that nobody catches ends its thread, and no other one
//! exception: java.lang.ArrayIndexOutOfBoundsException: Index 1 out of bounds for length 1
//! output: main goes on
public class ThreadThrows {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            int[] a = new int[1];
            a[1] = 1;
        });
        t.start();
        t.join();
        System.out.println("main goes on");
    }
}
