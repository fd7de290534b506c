//! Static initialisers run at the first use of their class
//! output: as java
public class Init {
    static { System.out.println("Init static"); }
    static class A { static int x = log("A.x", 1); static { System.out.println("A static"); } int y = log("A.y", 2); { System.out.println("A block"); } A() { System.out.println("A()"); } }
    static class B extends A { static int z = log("B.z", 3); int w = log("B.w", 4); B() { super(); System.out.println("B() " + y + w); } }
    static class Lazy { static final int CONST = 5; static { System.out.println("Lazy static"); } static int v = 1; }
    static int log(String s, int v) { System.out.println(s); return v; }
    class Inner { int get() { return outer * 2; } class Deep { int get2() { return outer + Inner.this.get(); } } }
    int outer = 21;
    static class Cyc1 { static int a = Cyc2.b + 1; } static class Cyc2 { static int b = Cyc1.a + 1; }
    static class Bad { static int v = 1 / Integer.parseInt("0"); }
    public static void main(String[] args) {
        System.out.println("main"); new B(); new B(); System.out.println(Lazy.CONST); System.out.println(Lazy.v);
        Init i = new Init(); Init.Inner in = i.new Inner(); System.out.println(in.get() + in.new Deep().get2());
        System.out.println(Cyc1.a + " " + Cyc2.b);
        int loc = 4; class Local { int m(int k) { return k + loc; } } System.out.println(new Local().m(3));
        try { System.out.println(Bad.v); } catch (ExceptionInInitializerError e) { System.out.println("eiie"); }
    }
}
