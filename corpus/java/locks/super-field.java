//! super is this: a lock of the superclass
//! check: EXP ASSIGN/guard-held @ 15
/*# thread_shared */ class Base {
    final Object lock = new Object();
}

class Derived extends Base {
    int n /*# guarded_by super.lock */;

    void good() {
        synchronized (lock) { n = 1; }
    }

    void bad() {
        synchronized (this) { n = 2; }
    }
}
