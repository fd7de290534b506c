//! Formats of numbers and texts
//! output: as java
public class Formats {
    public static void main(String[] a) {
        System.out.printf("%.2f %.2f %.1f %.2f %.0f %.0f %.0f %.3f %.2f %.1f%n", 1.005, 2.675, 0.15, 0.125, 0.5, 1.5, 2.5, 1e-5, 1e20/3, 0.05);
        System.out.printf("%.2e %e %.0e %.3e %.2f %.20f %.10f%n", 12345.678, 0.0, 55555.0, 9.9996, -0.001, 0.1, 1/3.0);
        System.out.printf("%.2f %f %s %.1f%n", 1.005f, 0.1f, 0.1f, 0.25f);
        System.out.printf("%5.1f|%-8.2f|%08.3f|%+.1f|% d|%,.2f|%b|%c|%10s|%-10s|%x|%X|%o|%05d|%,d%n", 3.14159, 2.5, -3.14159, 2.0, 42, 1234567.891, true, 'x', "hi", "hi", 255, 255, 8, -42, -1234567);
        System.out.printf("%2$s %1$s%n", "a", "b");
        System.out.println(String.format("%s %s", new int[0].length, null));
        System.out.println(1.0E7 + " " + 1.0E-3 + " " + 9999999.0 + " " + 1.0E-4f + " " + 3.4e38f + " " + 1.17549435E-38f + " " + 2e-44f + " " + 4.9e-324 + " " + 2.2250738585072014E-308 + " " + 1e23 + " " + 2e23);
    }
}
