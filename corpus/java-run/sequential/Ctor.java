//! Order of constructors, initialisers and overridden methods
//! output: as java
class A {
    int x = 1; String log = "";
    { log += "A-init;"; }
    A() { this(5); log += "A();"; }
    A(int x) { this.x = x; log += "A(int);"; hook(); }
    void hook() { log += "A.hook;"; }
    public String toString() { return "A" + x; }
}
class B extends A {
    int y = 3;
    B() { super(); log += "B();" + y + ";"; }
    B(int z) { super(z); y = z * 2; }
    void hook() { super.hook(); log += "B.hook y=" + y + ";"; }
    public String toString() { return "B(" + super.toString() + "," + y + ")"; }
}
public class Ctor {
    interface Shape { int area(); default String name() { return "shape " + area(); } }
    static class Sq implements Shape { final int s; Sq(int s) { this.s = s; } public int area() { return s * s; } }
    enum Color { RED, GREEN }
    class Inner { int v = base * 2; }
    int base = 21;
    public static void main(String[] args) {
        B b = new B(); System.out.println(b.log); System.out.println(b);
        A a = new B(7); System.out.println(a.log + a + (a instanceof B) + (a instanceof A));
        Shape s = new Sq(4); System.out.println(s.name());
        Ctor c = new Ctor(); Inner i = c.new Inner(); System.out.println(i.v);
        Shape l = () -> 9; System.out.println(l.name());
        System.out.println(Color.GREEN == Color.RED);
    }
}
