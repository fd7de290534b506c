//! Overloads are different methods
//! check: EXP INVOKE/requires-held @ 11
class Counter {
    int n /*# guarded_by this */;

    void up() { synchronized (this) { n++; } }

    void up(int by) /*# requires this */ { n += by; }

    void both() {
        up(2);
        up();
    }
}
