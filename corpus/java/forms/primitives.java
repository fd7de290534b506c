//! All primitive types
//! check: ok
class Numbers {
    byte a /*# guarded_by this */;
    short b /*# guarded_by this */;
    char c /*# guarded_by this */ = 'x';
    long d /*# guarded_by this */ = 1L << 40;
    float e /*# guarded_by this */ = 1.5f;
    double f /*# guarded_by this */ = 0x10;
    boolean g /*# guarded_by this */ = true;

    synchronized void all() {
        a++;
        b = (short) (a + c);
        d = b * 2L;
        e = d;
        f = -e / 3;
        g = !(f > 2) | a == b & d != 1;
        c = (char) (c + 1);
        d = ~d >>> 3;
    }
}
