class Out {
    int f;
    static int s;
    void m(int p, int q) { //: p int f c, q int f c
        class A { int own = p; int get() { return own + f; } } //> A.own, Out.f
        class B extends A { int m() { return new A().own + get() + q; } } //> A.new, A.own, A.get()
        Runnable r = new Runnable() { //> external java.lang.Runnable.new{}
            final int k = p;
            public void run() { f = k; Out.this.f = s; new B().m(); } //> Out.f, {}.k, Qualified Out, Out.f, Out.s, B.new, B.m()
        };
        Object o = new A() { int get() { return super.get() + own; } }; //> A.new{}, Super {}, A.get(), A.own
        record Rec(int c) { int d() { return c; } } //> Rec.c
        enum En { X; int e; }
        interface If { int g(); }
        new Rec(1).d(); En.X.e = 2; //> Rec.new(int), Rec.d(), En.X, En.e
        If i = () -> f; i.g(); //> Out.f, If.g()
    }
    class In extends Base { class Deep { int x = f + base + up(); } } //> Out.f, Base.base, Base.up()
    static class Nest { Out o; int y = o.f; } //> Nest.o, Out.f
}
class Base { int base; int up() { return 0; } static class Tool { static int t; } interface Visit<R> { R visit(Base b); } }
class Derived extends Base implements Base.Visit<Derived> {
    int u = Tool.t; //> Tool.t
    public Derived visit(Base b) { return new Derived().visit(b).visit(this); } //> Derived.new, Derived.visit(Base), Derived.visit(Base), This Derived
}
