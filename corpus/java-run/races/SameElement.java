//! Two threads write the same element of an array
//! race: an array's element
//! output: 1 | 2
public class SameElement {
    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[2];
        Thread t = new Thread(() -> a[1] = 1), u = new Thread(() -> a[1] = 2);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a[1]);
    }
}
