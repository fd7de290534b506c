//! Elements that are written out may come after their array
//! race: ArrayInit.shared
//! output: none | 21
//! pso: 0 | 1 | 20
public class ArrayInit {
    static int[] shared;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> shared = new int[] { 20, 1 });
        t.start();
        int[] seen = shared;
        System.out.println(seen == null ? "none" : "" + (seen[0] + seen[1]));
        t.join();
    }
}
