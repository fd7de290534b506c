//! Requires of a method and a constructor, held
//! check: ok
class Counter {
    int n /*# guarded_by this */;

    Counter(Counter other) /*# requires other */ { n = other.n; }

    void up() /*# requires this */ { n++; }

    synchronized Counter twice() { up(); up(); return new Counter(this); }
}
