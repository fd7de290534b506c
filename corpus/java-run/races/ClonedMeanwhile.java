//! The elements of an array that is copied are read one after the other
//! race: an array's element
//! output: 0 0 | 0 1 | 1 0 | 1 1
public class ClonedMeanwhile {
    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[2];
        Thread t = new Thread(() -> {
            a[0] = 1;
            a[1] = 1;
        });
        t.start();
        int[] b = a.clone();
        t.join();
        System.out.println(b[0] + " " + b[1]);
    }
}
