//! Exceptions of the language: their messages, and the exit status
//! output: as java
import java.util.*;
public class Exceptions {
    static class MyEx extends Exception { final int code; MyEx(String m, int code) { super(m); this.code = code; } }
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; System.out.println("open " + n); } public void close() { System.out.println("close " + n); } }
    static int f(int n) { try { if (n == 0) throw new IllegalStateException("zero"); return n; } catch (IllegalStateException e) { System.out.println("caught " + e.getMessage()); return -1; } finally { System.out.println("fin " + n); } }
    static int g() { for (int i = 0; ; i++) { try { if (i == 3) return i; continue; } finally { if (i == 2) System.out.println("two"); } } }
    static int depth = 0; static void deep() { depth++; deep(); }
    public static void main(String[] args) {
        System.out.println(f(0) + f(5) + g());
        try { throw new MyEx("boo", 7); } catch (MyEx e) { System.out.println(e + " " + e.code); }
        try (Res a = new Res("a"); Res b = new Res("b")) { System.out.println("body"); throw new RuntimeException("in"); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { Object o = "s"; Integer i = (Integer) o; } catch (ClassCastException e) { System.out.println("cce"); }
        try { int[] a = new int[2]; a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { String s = null; s.length(); } catch (NullPointerException e) { System.out.println("npe"); }
        try { System.out.println(1 / (depth)); } catch (ArithmeticException e) { System.out.println(e); }
        try { new int[-1].clone(); } catch (NegativeArraySizeException e) { System.out.println(e); }
        try { Object[] os = new String[1]; os[0] = 1; } catch (ArrayStoreException e) { System.out.println(e); }
        try { Integer.parseInt("12x"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        try { new ArrayList<Integer>().get(0); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : l) l.remove(i); } catch (ConcurrentModificationException e) { System.out.println("cme"); }
        try { "abc".substring(2, 1); } catch (StringIndexOutOfBoundsException e) { System.out.println("sioobe"); }
        try { Integer n = null; int i = n; } catch (NullPointerException e) { System.out.println("unbox"); }
        try { deep(); } catch (StackOverflowError e) { System.out.println("so " + (depth > 1000)); }
        try { try { throw new RuntimeException("a"); } finally { throw new IllegalArgumentException("b"); } } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { throw new Error("err", new RuntimeException("cause")); } catch (Error e) { System.out.println(e + " " + e.getCause()); }
        try { Object x = List.of(1); ((List<Integer>) x).add(2); } catch (UnsupportedOperationException e) { System.out.println("uoe"); }
        throw new IllegalStateException("end " + new MyEx("q", 1));
    }
}
