//! A static field that is readonly is not assigned when it may have named a lock
//! check: EXP ASSIGN/not-final @ 7
class Node { int x /*# guarded_by this */; }
class Reg { static final Node N = new Node(); static Node get() { return N; } }
class C {
    /*# readonly */ static Node n;
    static { n = new Node(); synchronized (n) { n = Reg.get(); n.x++; } }
}
class Once {
    /*# readonly */ static Node n;
    static { n = new Node(); synchronized (n) { n.x++; } }
}
