//! Nobody else has an object that a constructor builds
//! What it does to its fields needs no lock. Behind the constructor it does.
//! atomicity: new Point = mover, Point.make = mover, Point.moved = (held this ? mover : atomic)
//! claims: ok
//! serializable: yes
class Point {
    private /*# guarded_by this */ int x;
    private /*# guarded_by this */ int y;

    Point(int x, int y) {
        this.x = x;
        this.y = y;
    }

    synchronized int sum() { return x + y; }

    /*# atomic */ static Point make(int n) { return new Point(n, n + 1); }

    /*# atomic */ synchronized Point moved(int by) { return new Point(x + by, y + by); }
}

class Constructed {
    public static void main(String[] args) throws InterruptedException {
        Point p = Point.make(1);
        Thread t = new Thread(() -> p.moved(2));
        Thread u = new Thread(() -> p.sum());
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
