//! C.this.f: a final field of an enclosing object
//! check: EXP ASSIGN/guard-held @ 14
class Outer {
    final Object lock = new Object();

    class Inner {
        int m /*# guarded_by Outer.this.lock */;

        void good() {
            synchronized (lock) { m = 1; }
        }

        void bad() {
            m = 2;
        }
    }
}
