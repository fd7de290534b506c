//! The same object with final fields: the reference races, the fields do not
//! race: PublishedFinal.p
//! output: none | 3
class Fixed {
    final int x, y;
    Fixed(int x, int y) {
        this.x = x;
        this.y = y;
    }
}
public class PublishedFinal {
    static Fixed p;
    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(() -> p = new Fixed(1, 2));
        t.start();
        Fixed q = p;
        System.out.println(q == null ? "none" : "" + (q.x + q.y));
        t.join();
    }
}
