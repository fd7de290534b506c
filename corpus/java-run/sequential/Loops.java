//! Loops, labels, switch in both forms
//! output: as java
public class Loops {
    static int find(int[] a, int x) { for (int i = 0; i < a.length; i++) if (a[i] == x) return i; return -1; }
    public static void main(String[] args) {
        int i = 0, s = 0;
        while (true) { i++; if (i % 2 == 0) continue; if (i > 9) break; s += i; }
        System.out.println(s + " " + i);
        outer:
        for (int a = 0; a < 5; a++) { for (int b = 0; b < 5; b++) { if (a * b == 6) { System.out.println(a + "*" + b); break outer; } if (b > a) continue outer; } }
        System.out.println(find(new int[]{4, 5, 6}, 6) + " " + find(new int[]{4}, 9));
        int k = 5; int j = k++ + ++k; System.out.println(k + " " + j);
        do { k--; } while (k > 3);
        switch (k) { case 1: System.out.println("one"); break; case 3: System.out.println("three"); default: System.out.println("fell"); }
        String day = "tue"; switch (day) { case "mon": System.out.println("m"); break; case "tue": System.out.println("t"); break; }
        int y = switch (k) { case 3 -> 30; default -> 0; };
        System.out.println(y + " " + (1 << 4) + " " + (6 & 3) + " " + (-17 >> 2) + " " + (-17 >>> 28) + " " + ~5 + " " + (-7 / 2) + " " + (-7 % 3));
        int[] c = new int[3]; int p = 0; c[p++] += 5; c[p++] = p; System.out.println(c[0] + " " + c[1] + " " + p);
        boolean t = s > 3 ? true : false; System.out.println(t && !(k == 2) | false);
    }
}
