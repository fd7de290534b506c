//! A variable that the test of a statement assigns first, and nothing else does, is a lock
//! check: EXP ASSIGN/guard-held @ 13
class Cell { int v /*# guarded_by this */; }

class User {
    static Cell pick() { return new Cell(); }

    static void good(int k) {
        Cell b;
        if ((b = pick()) != null) synchronized (b) { b.v = 1; }
        Cell c;
        synchronized (c = pick()) { c.v = 2; }
        c.v = 3;
        Cell d;
        switch ((d = pick()).hashCode()) { case 1: synchronized (d) { d.v = 4; } }
    }

    static void bad(boolean first) {
        Cell b = pick();
        if ((b = pick()) != null) synchronized (b) { b.v = 1; }
        Cell c;
        if (first && (c = pick()) != null) { c.toString(); }
    }
}
