//! The contents of an object that is published without a lock
//! race: PublishedPlain.p, Point.x, Point.y
//! output: none | 3
class Point {
    int x, y;
    Point(int x, int y) {
        this.x = x;
        this.y = y;
    }
}
public class PublishedPlain {
    static Point p;
    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(() -> p = new Point(1, 2));
        t.start();
        Point q = p;
        System.out.println(q == null ? "none" : "" + (q.x + q.y));
        t.join();
    }
}
