//! C.this is the lock of an enclosing object
//! check: EXP ASSIGN/guard-held @ 16
class Outer {
    int n /*# guarded_by this */;

    class Inner {
        int m /*# guarded_by Outer.this */;

        void good() {
            synchronized (Outer.this) {
                n = 1;
                m = 1;
            }
        }

        void bad() { synchronized (this) { m = 2; } }
    }
}
