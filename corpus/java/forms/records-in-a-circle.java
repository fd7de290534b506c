//! Records of one another: one of them has an array, so neither is shared, in whatever order they stand
//! check: ok
record B(A a, int[] z) { }
record A(B b) { }
record D(C c) { }
record C(D d) { }
class M { static D d /*# guarded_by M.class */; static synchronized void set(D e) { d = e; } }
