//! An array is made with the locks of its elements
//! check: ok
class Node/*# {ghost Object l} */ { int v /*# guarded_by l */; }
class User {
    final Object p = new Object();

    void go() {
        Node/*# {this.p} */[] nodes = new Node/*# {this.p} */[1];
        nodes[0] = new Node/*# {this.p} */();
        synchronized (p) { nodes[0].v = 1; }
    }
}
