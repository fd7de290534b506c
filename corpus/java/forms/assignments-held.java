//! Compound assignments and steps, conditional expressions and strings
//! check: ok
class Counter {
    int n /*# guarded_by this */;
    String s /*# guarded_by this */;

    synchronized String all(boolean b, long x) {
        n += 2;
        n <<= 1;
        n -= x;
        int old = n++ + --n;
        s = b ? "a" + n : s;
        s += old;
        return s + (b ? 1 : 'c');
    }
}
