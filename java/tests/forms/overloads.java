class A {
    void m(int i) { }
    void m(long l) { }
    void m(Object o) { }
    void m(String s) { }
    void m(Object... os) { }
    void v(int a, String... rest) { }
    static void st(A a) { }
    void go(byte b, Integer box, char c, A a, int[] ints) {
        m(1); //> A.m(int)
        m(b); //> A.m(int)
        m(1L); //> A.m(long)
        m(c); //> A.m(int)
        m('c' + 1L); //> A.m(long)
        m(1.5); //> A.m(java.lang.Object)
        m("s"); //> A.m(java.lang.String)
        m("s" + 1); //> A.m(java.lang.String)
        m(null, null); //> A.m(java.lang.Object[])…0
        m(); //> A.m(java.lang.Object[])…0
        m(a); //> A.m(java.lang.Object)
        m(box); //> A.m(java.lang.Object)
        m(ints); //> A.m(java.lang.Object)
        m(ints[0]); //> A.m(int)
        m(ints.length); //> A.m(int), length
        m(1 == 2 ? 1 : 2L); //> A.m(long)
        v(1); //> A.v(int java.lang.String[])…1
        v(1, "a", "b"); //> A.v(int java.lang.String[])…1
        v(1, new String[0]); //> A.v(int java.lang.String[])
        st(null); //> A.st(A)
        A.st(this); //> A.st(A), This A
        m(1, 2, 3); //> A.m(java.lang.Object[])…0
        st(1, 2); //> ? st
    }
}
class P { void f(P p) { } void f(Q q) { } private void g(Q q) { } void g(P p) { } }
class Q extends P {
    void f(P p) { }
    void go() {
        f(this); //> P.f(Q), This Q
        f((P) this); //> Q.f(P), This Q
        super.f(new P()); //> Super Q, P.f(P), P.new
        g(this); //> P.g(P), This Q
    }
}
