//! Every sort of lock in a string, held
//! check: ok
/*# thread_shared */
class Base { final Object below = new Object(); static final Object S = new Object(); }

class Outer extends Base {
    final Object f = new Object();
    @GuardedBy("this") int a;
    @GuardedBy("f") int b;
    @GuardedBy("super.below") int c;
    @GuardedBy("Outer.class") int d;
    @GuardedBy("Base.S") int e;

    class Inner {
        @GuardedBy("Outer.this") int g;
        @GuardedBy("Outer.this.f") int h;

        void all() {
            synchronized (Outer.this) { g = 1; a = 1; }
            synchronized (f) { h = 1; b = 1; }
            synchronized (below) { c = 1; }
            synchronized (Outer.class) { d = 1; }
            synchronized (Outer.S) { e = 1; }
        }
    }
}
