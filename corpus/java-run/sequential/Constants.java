//! Constant expressions of texts are one object, and `intern` finds them
//! source: JLS 15.29
//! output: as java
public class Constants {
    static final String S = "a"; static final int N = 3; static final String T = S + "b" + N + 'c';
    final String inst = "x";
    static int init = say();
    static int say() { System.out.println("init"); return 1; }
    static class Other { static { System.out.println("Other"); } static final String K = "k"; static final String L = new String("l"); }
    void m() { System.out.println(inst == "x"); System.out.println((inst + 1) == "x1"); System.out.println((this.inst + 1) == "x1"); }
    public static void main(String[] args) {
        final String h = "h";
        String e = "h";
        System.out.println((h + "i") == "hi");
        System.out.println((e + "i") == "hi");
        System.out.println((e + "i").intern() == "hi");
        System.out.println((S + "b") == "ab");
        System.out.println(T == "ab3c");
        System.out.println(Other.K == "k");
        System.out.println(Other.L == "l");
        System.out.println(Other.L.intern() == "l");
        new Constants().m();
        final char c = 'z';
        System.out.println(("" + c) == "z");
        System.out.println((true ? "q" : e) == "q");
        System.out.println((N > 2 ? S : "n") == "a");
        System.out.println(((String) h + (byte) 300) == "h44");
        System.out.println(("l" + 5L + true) == "l5true");
        final long big = 1L << 40;
        System.out.println(("" + big) == "1099511627776");
        final String late; late = "h";
        System.out.println((late + "i") == "hi");
        System.out.println("a".equals(S) + " " + (N + 'c') + N + 'c');
        switch ("ab") { case S + "b": System.out.println("case"); break; default: System.out.println("none"); }
        String t = "x"; t += 'y'; System.out.println(t + 1 + 2 + 'c' + 1.5 + null + 2.0f);
        System.out.println(1 + 2 + "x" + 1 + 2);
        System.out.println('a' + 1 + "b" + 'a' + 1);
    }
}
