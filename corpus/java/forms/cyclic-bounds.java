//! Type parameters that bound each other have no bound
//! check: PROG/wf-classes @ 3, PROG/wf-classes @ 4, PROG/wf-classes @ 5
class A<T extends U, U extends T> { T t; void f() { t.foo(); } }
class B { <T extends U[], U extends T> void f(T t) { t.clone(); } }
class C<T extends I & U, U extends T> { void f(T t) { t.x(); } }
interface I { void x(); }
class Right<T extends Comparable<T>, U extends T> { U u; int f(T t) { return t.compareTo(u); } }
