//! Two threads write different elements of an array: no race
//! output: 3
public class Elements {
    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[2];
        Thread t = new Thread(() -> a[0] = 1), u = new Thread(() -> a[1] = 2);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a[0] + a[1]);
    }
}
