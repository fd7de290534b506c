//! Thread-local interface
//! check: ok
/*# thread_local */
interface Visitor { void visit(int x); }
class Sum implements Visitor {
    int sum;

    public void visit(int x) { sum += x; }
}
