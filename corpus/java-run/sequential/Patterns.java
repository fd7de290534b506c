//! Patterns test what they are given once
//! output: as java
public class Patterns { static int n; static Object f() { n++; System.out.println("f" + n); return n > 1 ? "y" : "x"; } 
 sealed interface S permits A, B {} record A(int x) implements S {} record B(String y) implements S {}
 static S g() { System.out.println("g"); return new A(4); }
 public static void main(String[] a) { if (f() instanceof String s && s.length() == 1) System.out.println(s); String r = switch (g()) { case A z when z.x() > 3 -> "A" + z.x(); case A z -> "small"; case B z -> z.y(); }; System.out.println(r); Object[] os = {1, "s"}; int i = 0; if (os[i++] instanceof Integer k) System.out.println(k + i); if (!(f() instanceof String q)) return; System.out.println(q); while (f() instanceof String w && n < 5) System.out.println(w + n); } }
