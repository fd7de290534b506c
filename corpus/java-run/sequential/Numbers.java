//! Numbers of all types as fields, in constructors, enums, records and interfaces
//! output: as java
public class Numbers { 
 static class A { long q = 6; double d = 2.5; String s = "a"; int i = -4; char c = 'c'; boolean b = true; A() { System.out.println(q + " " + d + s + i + c + b); q++; } }
 static class B extends A { long r = 7; final double e = -1.5; B() { super(); System.out.println(q + " " + r + e); } B(int x) { this(); r += x; } }
 static class C extends A { long r = 8L; Long w = 9L; }
 enum E { X(5L), Y(6L); final long v; double t = 0.5; E(long v) { this.v = v; } }
 record R(long a, double b) { static long n = 3; }
 interface I { long K = 11; double Z = 1.25; }
 public static void main(String[] a) { System.out.println(new P().w + " " + new Q().q + new S1().o + new S1().i + new S1().t + new S1().z); System.out.println(new B(3).r); C c = new C(); System.out.println(c.r + " " + c.w + c.q); System.out.println(E.X.v + E.Y.t); System.out.println(new R(1, 2) + " " + R.n + I.K + I.Z); long[] ls = {1, 2L}; double[] ds = {1, 2.5, 'c'}; System.out.println(ls[0] + ls[1] + ds[0] + ds[2]); } }
class P { Long w = 9L; } class Q { long q = 6; } class S1 { Object o = 5; Integer i = 3; Object t = "x"; int[] z = null; }
