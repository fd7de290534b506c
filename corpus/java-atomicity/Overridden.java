//! The object may be of another class than its variable
//! One shape is measured in a step, another one in two.
//! atomicity: Overridden.measure = cmpd, Overridden.exact = (held square ? mover : atomic)
//! claims: ATOM BLOCK/claim @ 27
//! serializable: no
interface Shape {
    int area();
}

class Square implements Shape {
    private /*# guarded_by this */ int side = 2;

    public synchronized int area() { return side * side; }

    synchronized void grow() { side++; }
}

class Twice implements Shape {
    private final Square of;

    Twice(Square of) { this.of = of; }

    public int area() { return of.area() + of.area(); }
}

class Overridden {
    /*# atomic */ static int measure(Shape shape) { return shape.area(); }

    /*# atomic */ static int exact(Square square) { return square.area(); }

    public static void main(String[] args) throws InterruptedException {
        Square s = new Square();
        Thread t = new Thread(() -> measure(new Twice(s)));
        Thread u = new Thread(() -> s.grow());
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
