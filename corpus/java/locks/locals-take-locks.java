//! A local variable whose type writes no locks has those of its value: of an element, a field, the elements of an array
//! check: ok
class Node /*# {ghost Object h} */ {
    int value /*# guarded_by h */;
    Node/*# {h} */ next /*# guarded_by h */;
}

class Table {
    private final Node/*# {this} */[/*# elems_guarded_by this */] heads = new Node/*# {this} */[/*# elems_guarded_by this */ 8];

    synchronized int sum(int i) {
        int sum = 0;
        for (Node n = heads[i]; n != null; n = n.next) {
            sum += n.value;
        }
        for (Node n : heads) {
            sum += n.value;
        }
        return sum;
    }
}
