//! Statements in front of super() and this()
//! check: EXP ASSIGN/guard-held @ 17
class Base { final int n; Base(int n) { this.n = n; } }

/*# thread_shared */
class Derived extends Base {
    final int k;
    int m /*# guarded_by this */;

    Derived(int n) {
        if (n < 0) throw new IllegalArgumentException();
        int x = n + 1;
        k = x;
        super(x);
        m = x;
        Registry.last = this;
        m = 3;
    }

    Derived() {
        int y = 3;
        this(y);
    }
}

class Registry { static volatile Derived last; }
