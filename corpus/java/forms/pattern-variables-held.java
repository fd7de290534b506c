//! The lock of a variable of a pattern, in guards, in `for` and in initialisers
//! check: ok
class Cell {
    int n /*# guarded_by this */;
    synchronized int up() { return n++; }
}

class Use {
    final int k = H.O instanceof Cell c ? c.up() : 0;
    static void f(Object o) {
        for (int k = o instanceof Cell c ? c.up() : 1; k < 0; k++) { }
    }
    static int g(Object p) {
        switch (p) {
            case Object o when o instanceof Cell c -> { synchronized (c) { c.n++; } }
            default -> { }
        }
        return switch (p) {
            case Cell c when c.up() > 0 -> c.up();
            case String s when s.isEmpty() -> 1;
            case Cell c -> c.up();
            default -> 0;
        };
    }
}
class H { static final Object O = new Cell(); }
