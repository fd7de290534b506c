//! Requires among the modifiers of a method
//! check: EXP INVOKE/requires-held @ 9
class Counter {
    int n /*# guarded_by this */;

    /*# requires this */ void up() { n++; }

    void twice() {
        up();
        synchronized (this) { up(); }
    }
}
