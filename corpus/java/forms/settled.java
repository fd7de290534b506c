//! A local that is assigned on every way is final behind that
//! check: ok
class Cell { int v /*# guarded_by this */; }

class User {
    static void set(Cell a, Cell b, boolean first) {
        Cell c;
        if (first) {
            c = a;
        } else {
            c = b;
        }
        synchronized (c) { c.v = 1; }
    }
}
