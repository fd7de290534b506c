import java.util.function.Function;
interface Fun<A, B> { B apply(A a); }
interface Act<A> { void run(A a); }
interface Make<T> { T make(); }
class Box<T> {
    T value;
    Box<Box<T>> twice;
    T get() { return value; }
    <U> Box<U> map(Fun<? super T, ? extends U> f) { return new Box<>(); } //> Box.new
    void each(Act<? super T> a) { }
    static <V> Box<V> of(V v) { return null; }
    static <V> Box<V> empty() { return null; }
    static <V extends Node> V pick(V a, V b) { return a; }
    class Cell { T content; Cell other; }
    Cell cell;
    <R> R collect(Coll<? super T, R> c) { return null; }
}
class Node { Node next; int n; Box<Node> box; Box<? extends Node> some; Box<? super Node> any; Node[] many; int num(Node o) { return n; } static Node mk() { return null; } }
class Leaf extends Node { int leaf; }
class NodeBox extends Box<Leaf> { int m() { return value.leaf + get().leaf; } } //> Box.value, Leaf.leaf, Box.get(), Leaf.leaf
class Use {
    void m(Box<Node> b, Box<Leaf> leaves, Box raw) {
        b.value.next = null; //> Box.value, Node.next
        b.get().next.n = 1; //> Box.get(), Node.next, Node.n
        b.twice.value.value.n = 2; //> Box.twice, Box.value, Box.value, Node.n
        b.cell.content.n = 3; //> Box.cell, Cell.content, Node.n
        b.cell.other.content.n = 3; //> Box.cell, Cell.other, Cell.content, Node.n
        raw.value.n = 4; //> Box.value, external java.lang.Object.n
        b.get().some.get().n = 5; //> Box.get(), Node.some, Box.get(), Node.n
        var v = b.value.box.value; //> Box.value, Node.box, Box.value //: v Node f
        var e = Box.of(new Leaf()); //> Box.of(V), Leaf.new //: e Box<Leaf> f
        e.value.leaf = 6; //> Box.value, Leaf.leaf
        Box<Node> w = Box.empty(); //> Box.empty()
        Box.<Leaf>empty().value.leaf = 7; //> Box.empty(), Box.value, Leaf.leaf
        Box.pick(new Leaf(), v).n = 8; //> Box.pick(V V), Leaf.new, Node.n
        b.map(x -> x.next).value.n = 9; //> Box.map(Fun<-T +U>), Node.next, Box.value, Node.n
        b.map(x -> x.box).value.value.n = 9; //> Box.map(Fun<-T +U>), Node.box, Box.value, Box.value, Node.n
        b.map(x -> { if (x == null) return new Leaf(); return x; }).value.n = 9; //> Box.map(Fun<-T +U>), Leaf.new, Box.value, Node.n
        b.map(x -> Box.of(x)).value.value.n = 9; //> Box.map(Fun<-T +U>), Box.of(V), Box.value, Box.value, Node.n
        b.map(Node::mk); //> Box.map(Fun<-T +U>), ::? mk
        b.each(x -> x.n++); //> Box.each(Act<-T>), Node.n
        leaves.each((Node x) -> x.n++); //> Box.each(Act<-T>), Node.n
        new Box<>() { Leaf l = value; }.each(null); //> Box.new{}, Box.value, Box.each(Act<-T>)
        Box<Leaf> d = new Box<>(); //> Box.new
        for (Node n : v.many) n.n = 2; //> Node.many, Node.n
        Fun<Node, Node> f = y -> y.next; //> Node.next //: f Fun<Node Node> f, y Node f
        Fun<Node, Fun<Leaf, Node>> g = y -> z -> z.leaf > 0 ? y : z.next; //> Leaf.leaf, Node.next
        Make<Node> k = Node::mk; //> ::Node.mk()
        Make<Leaf> l = Leaf::new; //> ::Leaf.new
        k.make().n = 3; //> Make.make(), Node.n
        (v == null ? e.value : e.get()).leaf = 4; //> Box.value, Box.get(), Leaf.leaf
    }
    <T extends Node> T same(T t) { t.n = 1; return t; } //> Node.n
    <T extends Leaf & Fun<Node, Node>> void both(T t) { t.apply(null).n = t.leaf; } //> Fun.apply(A), Node.n, Leaf.leaf
    static <T> T best(Fun<? super T, ? super T> f) { return null; }
    static boolean is(Box<Node> b) { return true; }
    boolean is() { return true; }
    static <T, K> Coll<T, Box<K>> by(Fun<? super T, ? extends K> f) { return null; }
    void late(Box<Node> b, Fun<Node, Node> f, Bound<?> some, Bound raw) {
        best(f).n = 1; //> Use.best(Fun<-T -T>), Node.n
        Fun<Use, Object> g = Use::is; //> ::Use.is()
        Fun<Box<Node>, Object> h = Use::is; //> ::Use.is(Box<Node>)
        b.collect(by(x -> x.next)).value.n = 2; //> Box.collect(Coll<-T R>), Use.by(Fun<-T +K>), Node.next, Box.value, Node.n
        some.kept.n = 3; //> Bound.kept, Node.n
        raw.kept.n = 3; //> Bound.kept, Node.n
    }
    void use(Leaf l) { same(l).leaf = 2; } //> Use.same(T), Leaf.leaf
}
class Coll<T, R> { }
class Bound<T extends Node> { T kept; }
