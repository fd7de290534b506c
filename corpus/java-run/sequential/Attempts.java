//! Exceptions, resources, labels
//! output: as java
public class Attempts {
    static int f(int n) {
        try { if (n == 0) throw new IllegalStateException("zero"); return 10 / (n - 1); }
        catch (ArithmeticException e) { System.out.println("arith"); return -1; }
        finally { System.out.println("finally " + n); }
    }
    @SuppressWarnings("finally") static int g() { try { return 1; } finally { return 2; } }
    static class Res implements AutoCloseable {
        final String n; Res(String n) { this.n = n; System.out.println("open " + n); }
        public void close() { System.out.println("close " + n); }
    }
    static class MyEx extends RuntimeException { MyEx(String m, Throwable c) { super(m, c); } }
    public static void main(String[] args) {
        System.out.println(f(3)); System.out.println(f(1));
        try { f(0); } catch (IllegalStateException | NullPointerException e) { System.out.println("multi " + e.getMessage()); }
        System.out.println(g());
        try (Res a = new Res("a"); Res b = new Res("b")) { System.out.println("body"); throw new RuntimeException("x"); }
        catch (RuntimeException e) { System.out.println("caught " + e.getMessage()); }
        try { int[] a = new int[2]; a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { Object o = "s"; Integer i = (Integer) o; } catch (ClassCastException e) { System.out.println("cce"); }
        try { String s = null; s.length(); } catch (NullPointerException e) { System.out.println("npe"); }
        try { new int[-1].clone(); } catch (NegativeArraySizeException e) { System.out.println(e); }
        try { try { throw new Exception("inner"); } finally { System.out.println("inner finally"); } } catch (Exception e) { System.out.println(e); }
        outer:
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j == 2) continue outer; if (i == 2) break outer; System.out.println(i + "" + j); }
        try { throw new MyEx("wrapped", new Exception("root")); } catch (MyEx e) { System.out.println(e.getMessage() + " <- " + e.getCause().getMessage()); }
        throw new MyEx("last words", null);
    }
}
