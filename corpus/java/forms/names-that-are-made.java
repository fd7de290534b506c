//! Names of the sources with a dollar, or of the calculus, are no names that the elaboration makes
//! check: ok
class B {
    int n;
    B() { }
    B(int n) { this.n = n; }
    void constructor() { n = 1; }
    void constructor(int k) { n = k; }
    void constructor$2() { n = 2; }
    void constructor$method() { n = 3; }
    void m() { }
    void m(int k) { }
    void m$2() { }
    class In { int this$0, val$x; void set() { n = this$0; } }
    Object local(int x) {
        int x$1 = x, old$1 = 2;
        Runnable r = () -> { int k = x; };
        class Local { int val$x = x; }
        switch (x) { case 1 -> old$1++; default -> { } }
        return new Local();
    }
}
class B$class { static final int n = 0; }
class B$In { }
class B$lambda { Object o = new Object() { int k; }; }
class A { static final int k = 1; static class class$ { } }
class A$class { }
class A$ { static final int k = 1; class B { } }
class Up { int f; }
class Down extends Up { int f, f$Down; void set() { f = f$Down; super.f = 1; } }
