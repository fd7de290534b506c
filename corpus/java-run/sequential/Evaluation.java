//! The order of evaluation
//! output: as java
public class Evaluation {
    static int x = f("x", 1);
    static int y;
    static final String S = "const" + 1;
    int z = g("z");
    static {
        y = f("y", x + 1);
    }

    {
        System.out.println("init block z=" + z);
    }

    Evaluation() {
        System.out.println("ctor");
    }

    static int f(String n, int v) {
        System.out.println("static " + n);
        return v;
    }

    int g(String n) {
        System.out.println("field " + n);
        return 3;
    }

    static class Lazy {
        static {
            System.out.println("Lazy loaded");
        }
        static final int C = 5;
        static int v = 6;
        static void touch() {}
    }

    static class Bad {
        static int q = 1 / zero();
        static int zero() {
            return 0;
        }
    }

    static int side(String s, int v) {
        System.out.print(s + " ");
        return v;
    }

    static boolean b(String s, boolean v) {
        System.out.print(s + " ");
        return v;
    }

    public static void main(String[] args) {
        System.out.println(x + y + S);
        new Evaluation();
        System.out.println(Lazy.C);
        System.out.println("before");
        Lazy.touch();
        Lazy[] arr = new Lazy[2];
        try {
            System.out.println(Bad.q);
        } catch (ExceptionInInitializerError e) {
            System.out.println("EIIE " + e.getCause());
        }
        try {
            System.out.println(Bad.q);
        } catch (NoClassDefFoundError e) {
            System.out.println("NCDFE");
        }
        int[] a = {1, 2, 3};
        int i = 0;
        a[i++] = a[i] + 10 * i;
        System.out.println(a[0] + " " + i);
        i = 0;
        i += i++ + ++i;
        System.out.println(i);
        int r = side("a", 1) + side("b", 2) * side("c", 3);
        System.out.println(r);
        if (b("p", false) && b("q", true) || b("r", true) & b("s", false)) System.out.println("yes");
        else System.out.println("no");
        int[] arr2 = new int[2];
        int idx = 0;
        try {
            arr2[idx = 5] = side("rhs", 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage() + idx);
        }
        int[] nul = null;
        try {
            nul[side("idx", 0)] = side("v", 1);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        String s = "a";
        s += 1 + 2;
        s += 'c';
        s += 1.0;
        System.out.println(s);
        char c = 'x';
        c += 1;
        int ci = c + 1;
        System.out.println(c + " " + ci + (char) ci);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println((Object) 'a' + "" + (int) 'a');
        final int k;
        if (x > 0) k = 1;
        else k = 2;
        System.out.println(k);
        byte bb = 10;
        bb *= 30;
        System.out.println(bb);
        long L = Integer.MAX_VALUE + 1;
        System.out.println(L + " " + (Integer.MAX_VALUE + 1L));
        double dd = 10 / 4;
        System.out.println(dd + " " + (1 / 2 + 1 / 2.0));
        System.out.println(010 + 0x10 + 0b10);
        System.out.println("\u0041\t|\\|\"|\101|\0".length());
    }
}
