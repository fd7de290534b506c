//! The object in front of `new` is the one around an anonymous class's superclass
//! check: EXP REF/guard-held @ 17, EXP REF/guard-held @ 18
/*# thread_shared */
class Outer {
    int n /*# guarded_by this */;

    /*# thread_shared */
    abstract class Inner {
        Inner() { }
        Inner(int more) { }
        void up() /*# requires Outer.this */ { n++; }
    }

    Outer it /*# guarded_by this */ = this;

    void reads() {
        it.new Inner() { };
        it.new Inner(1) { };
    }
}
