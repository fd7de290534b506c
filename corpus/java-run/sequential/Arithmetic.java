//! Integers wrap, division rounds to zero, shifts take their distance modulo 32
//! output: as java
public class Arithmetic {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE;
        System.out.println(max + 1);
        System.out.println(Integer.MIN_VALUE / -1);
        System.out.println(-7 / 2 + " " + -7 % 2 + " " + Math.floorMod(-7, 2));
        System.out.println((1 << 33) + " " + (-1 >>> 28) + " " + (-16 >> 2));
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (char) 97 + " " + (int) 'a');
        long big = 1L << 40;
        System.out.println(big * big + " " + (int) big + " " + Long.MAX_VALUE);
        System.out.println(1.0 / 3 + " " + 1e10 + " " + 1e-5 + " " + 100.0 + " " + (0.1 + 0.2));
        System.out.println(5 / 2.0 + " " + (int) 3.99 + " " + (long) -2.5 + " " + Math.round(2.5) + " " + Math.sqrt(2));
        char c = 'x';
        c += 1;
        c++;
        System.out.println(c + "" + (char) (c - 1) + (c + 1));
        System.out.println(1.0 / 0 + " " + (0.0 / 0 == 0.0 / 0));
    }
}
