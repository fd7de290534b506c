class A {
    A() { this(1); } //> A.new(int)
    A(int i) { super(); } //> external java.lang.Object.new
    A(String s, Object... more) { }
}
class B extends A {
    B(int i) { super("s", i, i); } //> A.new(java.lang.String java.lang.Object[])
    B() { super(2); } //> A.new(int)
}
class C extends B { C() { super(3); } C(int i) { } } //> B.new(int)
class D { class I { I(int k) { } } static class S extends I { S(D d) { d.super(1); } } } //> I.new(int)@
class Around { class A extends Around { } class B extends A { B() { super(); } } } //> A.new@Around
class Plain { static Object o = new Plain(); static A a = new A("x"); } //> Plain.new, A.new(java.lang.String java.lang.Object[])
enum E { ONE(1) { int m() { return two(2); } }, TWO; E() { } E(int i) { } int m() { return 0; } int two(int k) { return k; } } //> E.new(int){}, E.two(int), E.new()
record R(int a, A b) { R { a = a + 1; } R(int only) { this(only, null); } int sum() { return a + b().hash() + b.k; } } //> R.new(int A), R.a, R.b(), ? hash, R.b, ? k
record Pair<T>(T first, T second) { }
class Use { int m(Pair<A> p) { return new Pair<>(p.first(), p.second()).first().q; } } //> Pair.new(T T), Pair.first(), Pair.second(), Pair.first(), ? q
