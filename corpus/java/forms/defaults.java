//! Guards that are missing are filled in
//! option: --defaults
//! check: EXP REF/guard-held @ 10
class Shared {
    int n;
    static int m;

    synchronized void up() { n++; }

    int bad() { return n; }

    static synchronized void down() { m++; }
}
