//! A field that hides another is no error
//! check: EXP REF/guard-held @ 14
class Base {
    int n /*# guarded_by this */;
}

class Derived extends Base {
    final Object lock = new Object();
    int n /*# guarded_by lock */;

    int good() { synchronized (lock) { return n; } }

    int bad() {
        synchronized (lock) { return super.n; }
    }
}
