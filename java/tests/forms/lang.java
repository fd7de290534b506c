package java.lang;
public class Object { public final Class<?> getClass() { return null; } public String toString() { return null; } protected Object clone() { return null; } }
final class Class<T> { T cast(Object o) { return null; } }
final class String { public String toString() { return this; } int length() { return 0; } }
final class Integer { int intValue() { return 0; } static Integer valueOf(int i) { return null; } }
abstract class Enum<E extends Enum<E>> { public String toString() { return null; } final int ordinal() { return 0; } }
interface Iterable<T> { Iterator<T> iterator(); }
interface Iterator<T> { T next(); }
interface Stringy { public String toString(); }
enum Color implements Stringy { RED, BLUE { public String toString() { return super.toString(); } } } //> Color.new, Color.new{}, Super {}, Enum.toString()
class Node implements Iterable<Node> {
    Node next;
    public Iterator<Node> iterator() { return null; }
    void m(Node n, Node[] ns, Color c, int[] is, Integer box) {
        n.getClass().cast(null).next = n; //> Object.getClass(), Class.cast(Object), Node.next
        ns.clone()[0].next = n; //> Object.clone(), Node.next
        c.toString().length(); //> Enum.toString(), String.length()
        c.ordinal(); //> Enum.ordinal()
        for (Node x : n) x.next = n; //> Node.next //: x Node f
        for (var x : n) x.next = n; //> Node.next //: x Node f
        ("a" + n).length(); //> String.length()
        Color.valueOf("RED").ordinal(); //> Color.valueOf(String), Enum.ordinal()
        Color.values()[0].ordinal(); //> Color.values(), Enum.ordinal()
        over(1); over(box); over(is[0] + box); //> Node.over(int), Node.over(Integer), Node.over(int)
        Node.class.cast(n).next = n; //> Class.cast(Object), Node.next
    }
    void over(int i) { } void over(Integer i) { } void over(Object o) { }
}
