//! Interfaces, enums and classes, nested in each other
//! check: ok
interface Shape {
    int SIDES = 4;
    int area();
    default int twice() { return 2 * area(); }
    static Shape unit() { return new Square(1); }

    final class Square implements Shape {
        private final int side;
        private int uses /*# guarded_by this */;
        Square(int side) { this.side = side; }
        public synchronized int area() { uses++; return side * side; }
    }
}

enum Size {
    SMALL { int factor() { return 1; } },
    LARGE { int factor() { return SIZES; } };

    static final int SIZES = 2;
    abstract int factor();
}
