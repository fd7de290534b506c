//! A method reference starts with no lock held
//! check: EXP INVOKE/requires-held @ 10
interface Action { void act(); }

class Counter {
    int n /*# guarded_by this */;

    void up() /*# requires this */ { n++; }

    synchronized Action bad() { return this::up; }

    void up2() { synchronized (this) { n++; } }

    synchronized Action good() { return this::up2; }
}
