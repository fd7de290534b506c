//! Casts and tests of types
//! check: ok
class Cell { int v /*# guarded_by this */; }

class User {
    static int use(Object o, double d) {
        if (!(o instanceof Cell)) return (int) d;
        Cell c = (Cell) o;
        synchronized (c) { return c.v + (short) d; }
    }
}
