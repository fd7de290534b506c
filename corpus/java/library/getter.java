//! A getter that nobody calls: its race is no promise
//! check: SHAREABLE/guarded-or-final @ 4
class Counter {
    private int n;

    synchronized void up() { n++; }
    synchronized void down() { step(); }
    private void step() { n--; }
    public int get() { return n; }
}
