//! What a `NullPointerException` says: variables have the numbers of their slots
//! source: JEP 358
//! output: as java
public class Nulls { static class A { A next; int[] xs; String s; int v; A m() { return null; } Integer box; }
 static A f; static A g() { return null; }
 interface T { void run(); }
 static void t(T r) { try { r.run(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
 static void p(A q, int[] arr, int i, A... rest) {
   t(() -> System.out.println(q.v));
   try { System.out.println(q.v); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
   try { System.out.println(arr[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
   try { System.out.println(arr.length); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
   try { arr[0] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
 }
 public static void main(String[] args) {
   A a = new A(); A b = null; Object o = null; A[] as = new A[2]; int[][] m = new int[2][]; int i = 1; String n = null; Integer bx = null;
   p(null, null, 2);
   Runnable[] all = { () -> System.out.println(a.next.v), () -> { a.next.v = 3; }, () -> { a.next.next = null; }, () -> a.xs[0] = 1, () -> System.out.println(a.xs[1]), () -> System.out.println(a.xs.length),
     () -> a.m().v++, () -> a.m().m(), () -> g().m(), () -> f.m(), () -> f.next.next.v = 2, () -> System.out.println(as[0].v), () -> System.out.println(as[1].next.xs[3]), () -> m[1][0] = 3, () -> System.out.println(m[0][1]),
     () -> n.length(), () -> { int k = bx; }, () -> { int k = a.box; }, () -> { throw null; }, () -> { synchronized (f) {} }, () -> { synchronized (a.m()) {} }, () -> System.out.println(m[0].length), () -> n.toString().length(),
     () -> { for (int x : a.xs) {} }, () -> a.s.length(), () -> java.util.Objects.requireNonNull(null), () -> java.util.Objects.requireNonNull(null, "msg"), () -> { RuntimeException r = null; throw r; }, () -> { A[][] q = new A[1][1]; q[0][0].next.v = 1; }, () -> new Thread((Runnable) null).start(), () -> { Object[] oo = as; oo[0].hashCode(); }, () -> ((String) o).length(), () -> { var l = new java.util.ArrayList<String>(); l.add(null); l.get(0).length(); }, () -> a.next.v += 2, () -> { String t = "a" + null; String u = null; u += "x"; System.out.println(u); u = null; u.concat("x"); } , () -> { Integer q = null; q++; }, () -> { long l = bx; }, () -> { Supplier q = null; q.get(); }, () -> { int[] z = null; z[g().v] = 2; }, () -> { int[] z = null; z[i + 1] = 2; }, () -> { int[] z = null; z[a.v]++; } , () -> { long[] z = null; z[a.v]=2; }, () -> { boolean[] z = null; z[0]=true; }, () -> { as[2-1].v = 1; }, () -> { (i > 0 ? b : a).v = 1; }, () -> { b.next.v = 1; }, () -> { f = null; f.next = null; }, () -> { char[] z = null; z[0] = 'c'; },() -> { byte[] z = null; z[0] = 1; },() -> { double[] z = null; z[0] = 1; },() -> { float[] z = null; z[0] = 1; },() -> { short[] z = null; z[0] = 1; },() -> { Object[] z = null; z[0] = 1; Object q = z[0]; },() -> { Object[] z = null; Object q = z[0]; }, () -> { boolean q = ((boolean[]) null)[0]; }};
   for (Runnable r : all) try { r.run(); System.out.println("ok"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
 }
 interface Supplier { Object get(); }
}
