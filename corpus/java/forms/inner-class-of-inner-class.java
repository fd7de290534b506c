//! An inner class below another one of the same class has the same enclosing instance, unless its constructor says another
//! check: EXP REF/guard-held @ 10, EXP ASSIGN/guard-held @ 10, EXP REF/guard-held @ 15, EXP ASSIGN/guard-held @ 15
class Outer {
    class A { @GuardedBy("Outer.this") int x; }

    class B extends A {
        B() { }
        B(int n) { this(); }
        void good() { synchronized (Outer.this) { x++; } }
        void bad() { x++; }
    }

    class C extends A {
        C(Outer other) { other.super(); }
        void bad() { synchronized (Outer.this) { x++; } }
    }

    synchronized void make() {
        A a = new A();
        B b = new B();
        a.x = b.x = 1;
    }
}
