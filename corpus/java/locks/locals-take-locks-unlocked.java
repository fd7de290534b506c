//! The same without the lock: the locks that a local variable takes are needed
//! check: EXP REF/guard-held @ 11, EXP REF/guard-held @ 12
class Node /*# {ghost Object h} */ {
    int value /*# guarded_by h */;
}

class Table {
    private final Node/*# {this} */[/*# elems_guarded_by this */] heads = new Node/*# {this} */[/*# elems_guarded_by this */ 8];

    int first(int i) {
        Node n = heads[i];
        return n.value;
    }
}
