//! A class of final and volatile fields of shared types is shared; one that is changed below it is not
//! check: SHAREABLE/guarded-or-final @ 28, EXP SYNC/lock-final @ 29, SHAREABLE VOLATILE FIELD/field-type @ 24, SHAREABLE FINAL FIELD/field-type @ 25
class Transport {
    private static volatile Transport instance;
    private final int port = 80;
    static Transport get() {
        if (instance == null) {
            synchronized (Transport.class) { if (instance == null) { instance = new Transport(); } }
        }
        return instance;
    }
}

class Point { final int x = 0; int x() { return x; } boolean equals(Object o) { return ((Point) o).x == x; } }
class Pixel extends Point { volatile String colour; }
class Shape { int area() { return 0; } }
class Square extends Shape { int side; int area() { return side * side; } }
class Cells { final int[] all = { 1 }; void set(int n) { all[0] = n; } }

class Plane {
    volatile Point origin = new Point();
    final Pixel far = new Pixel();
    final Point near = far;
    volatile Square square;
    final Cells cells = new Cells();
    volatile int n;
    synchronized void move() { origin = new Point(); }
    Object key; void give() { key = null; }
    void lock() { synchronized (key) { } }
}
