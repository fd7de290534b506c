class Node { Node next; int value; static Node root; Node[] all; }
class Sub extends Node {
    int value;
    void m(Node n) { //: n Node f
        value = 1; //> Sub.value
        super.value = 2; //> Super Sub, Node.value
        next.next.value = 3; //> Node.next, Node.next, Node.value
        this.next = n.next; //> This Sub, Node.next, Node.next
        Node.root = root; //> Node.root, Node.root
        Sub.root.next = null; //> Node.root, Node.next
        all[0].value++; //> Node.all, Node.value
        int k = all.length; //> Node.all, length
        ((Node) this).value = 4; //> This Sub, Node.value
        n.missing = 5; //> ? missing
        missing = 6; //> ? missing
    }
}
class Outer {
    int a;
    static int s;
    class Inner {
        int b;
        void m() {
            a = b; //> Outer.a, Inner.b
            Outer.this.a = this.b; //> Qualified Outer, Outer.a, This Inner, Inner.b
            s = 1; //> Outer.s
        }
        class Deep extends Node { void m() { value = a + b; } } //> Node.value, Outer.a, Inner.b
    }
    Inner make() { return this.new Inner(); } //> Inner.new, This Outer
}
