//! Sorting an array
//! output: as java
public class Bubble {
    static void sort(int[] a) {
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j + 1 < a.length - i; j++)
                if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
    }
    public static void main(String[] args) {
        int[] a = {5, 3, 9, 1, 7, 2};
        sort(a);
        for (int x : a) System.out.print(x + " ");
        System.out.println();
        boolean[] b = new boolean[3];
        String[] s = new String[2];
        s[0] = "zero";
        System.out.println(b[1] + " " + s[0] + " " + s[1] + " " + a.length);
    }
}
