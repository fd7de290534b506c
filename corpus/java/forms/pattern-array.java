//! A pattern of an array is a cast: the elements of a shared object are nobody's
//! check: EXP CAST/local @ 6, EXP CAST/local @ 10, EXP CAST/local @ 11
class C {
    final int[/*# elems_guarded_by this */] a = new int[/*# elems_guarded_by this */ 2];

    void bad() { Object o = a; if (o instanceof int[] b) b[0]++; }
}
record P(Object o) { }
class User {
    static void f(P p) { if (p instanceof P(int[] a)) a[0]++; }
    static void g(P p) { switch (p.o()) { case int[] a -> a[0]++; default -> { } } }
}
