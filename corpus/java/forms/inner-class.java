//! An inner class has the object around it
//! check: EXP REF/guard-held @ 13
class Outer {
    int n /*# guarded_by this */;

    class Inner {
        int good() {
            synchronized (Outer.this) {
                return n;
            }
        }

        int bad() { return n; }
    }

    Inner make() { return new Inner(); }
}
