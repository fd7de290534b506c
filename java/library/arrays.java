// Arrays, as programs run with them.
package java.util;

import java.util.function.*;

public final class Arrays {
    public static String toString(int[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(long[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(double[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(char[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(boolean[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(byte[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(short[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(Object[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static void fill(int[] a, int v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(long[] a, long v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(double[] a, double v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(char[] a, char v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(boolean[] a, boolean v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(byte[] a, byte v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(short[] a, short v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(Object[] a, Object v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(int[] a, int from, int to, int v) { Sorting.check(a.length, from, to); for (int i = from; i < to; i++) a[i] = v; }
    public static void fill(char[] a, int from, int to, char v) { Sorting.check(a.length, from, to); for (int i = from; i < to; i++) a[i] = v; }
    public static void fill(boolean[] a, int from, int to, boolean v) { Sorting.check(a.length, from, to); for (int i = from; i < to; i++) a[i] = v; }
    public static void fill(Object[] a, int from, int to, Object v) { Sorting.check(a.length, from, to); for (int i = from; i < to; i++) a[i] = v; }
    public static int[] copyOf(int[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (int[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static long[] copyOf(long[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (long[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static double[] copyOf(double[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (double[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static char[] copyOf(char[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (char[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static boolean[] copyOf(boolean[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (boolean[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static byte[] copyOf(byte[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (byte[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static short[] copyOf(short[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (short[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static <T> T[] copyOf(T[] a, int n) { if (n < 0) throw new NegativeArraySizeException("" + n); return (T[]) RacefreeArrays.copied(a, 0, Math.min(n, a.length), n); }
    public static int[] copyOfRange(int[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "int" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (int[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static long[] copyOfRange(long[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "long" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (long[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static double[] copyOfRange(double[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "double" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (double[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static char[] copyOfRange(char[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "char" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (char[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static boolean[] copyOfRange(boolean[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "boolean" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (boolean[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static byte[] copyOfRange(byte[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "byte" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (byte[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static short[] copyOfRange(short[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "short" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (short[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static <T> T[] copyOfRange(T[] a, int from, int to) { if (from > to) throw new IllegalArgumentException(from + " > " + to); if (from < 0 || from > a.length) throw new ArrayIndexOutOfBoundsException(from < 0 ? "arraycopy: source index " + from + " out of bounds for " + "object array" + "[" + a.length + "]" : "arraycopy: length " + (a.length - from) + " is negative"); return (T[]) RacefreeArrays.copied(a, from, Math.min(to, a.length), to - from); }
    public static boolean equals(int[] a, int[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false; return true; }
    public static boolean equals(long[] a, long[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false; return true; }
    public static boolean equals(double[] a, double[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (Double.compare(a[i], b[i]) != 0) return false; return true; }
    public static boolean equals(char[] a, char[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false; return true; }
    public static boolean equals(boolean[] a, boolean[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false; return true; }
    public static boolean equals(byte[] a, byte[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false; return true; }
    public static boolean equals(short[] a, short[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false; return true; }
    public static boolean equals(Object[] a, Object[] b) { if (a == b) return true; if (a == null || b == null || a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (!Objects.equals(a[i], b[i])) return false; return true; }
    public static int hashCode(int[] a) { if (a == null) return 0; int h = 1; for (int i = 0; i < a.length; i++) h = 31 * h + a[i]; return h; }
    public static int hashCode(long[] a) { if (a == null) return 0; int h = 1; for (int i = 0; i < a.length; i++) h = 31 * h + Long.hashCode(a[i]); return h; }
    public static int hashCode(char[] a) { if (a == null) return 0; int h = 1; for (int i = 0; i < a.length; i++) h = 31 * h + a[i]; return h; }
    public static int hashCode(boolean[] a) { if (a == null) return 0; int h = 1; for (int i = 0; i < a.length; i++) h = 31 * h + (a[i] ? 1231 : 1237); return h; }
    public static int hashCode(Object[] a) { if (a == null) return 0; int h = 1; for (int i = 0; i < a.length; i++) h = 31 * h + (a[i] == null ? 0 : a[i].hashCode()); return h; }
    public static void sort(int[] a) { sort(a, 0, a.length); }
    public static void sort(int[] a, int from, int to) {
        Sorting.check(a.length, from, to);
        for (int step = steps(to - from); step > 0; step = step / 3)
            for (int i = from + step; i < to; i++) { int v = a[i]; int j = i; while (j - step >= from && a[j - step] > v) { a[j] = a[j - step]; j = j - step; } a[j] = v; }
    }
    public static void sort(long[] a) { sort(a, 0, a.length); }
    public static void sort(long[] a, int from, int to) {
        Sorting.check(a.length, from, to);
        for (int step = steps(to - from); step > 0; step = step / 3)
            for (int i = from + step; i < to; i++) { long v = a[i]; int j = i; while (j - step >= from && a[j - step] > v) { a[j] = a[j - step]; j = j - step; } a[j] = v; }
    }
    public static void sort(double[] a) { sort(a, 0, a.length); }
    public static void sort(double[] a, int from, int to) {
        Sorting.check(a.length, from, to);
        for (int step = steps(to - from); step > 0; step = step / 3)
            for (int i = from + step; i < to; i++) { double v = a[i]; int j = i; while (j - step >= from && Double.compare(a[j - step], v) > 0) { a[j] = a[j - step]; j = j - step; } a[j] = v; }
    }
    public static void sort(char[] a) { sort(a, 0, a.length); }
    public static void sort(char[] a, int from, int to) {
        Sorting.check(a.length, from, to);
        for (int step = steps(to - from); step > 0; step = step / 3)
            for (int i = from + step; i < to; i++) { char v = a[i]; int j = i; while (j - step >= from && a[j - step] > v) { a[j] = a[j - step]; j = j - step; } a[j] = v; }
    }
    public static void sort(byte[] a) { sort(a, 0, a.length); }
    public static void sort(byte[] a, int from, int to) {
        Sorting.check(a.length, from, to);
        for (int step = steps(to - from); step > 0; step = step / 3)
            for (int i = from + step; i < to; i++) { byte v = a[i]; int j = i; while (j - step >= from && a[j - step] > v) { a[j] = a[j - step]; j = j - step; } a[j] = v; }
    }
    public static void sort(short[] a) { sort(a, 0, a.length); }
    public static void sort(short[] a, int from, int to) {
        Sorting.check(a.length, from, to);
        for (int step = steps(to - from); step > 0; step = step / 3)
            for (int i = from + step; i < to; i++) { short v = a[i]; int j = i; while (j - step >= from && a[j - step] > v) { a[j] = a[j - step]; j = j - step; } a[j] = v; }
    }
    // Shell's gaps.
    private static int steps(int n) { int step = 1; while (step < n / 3) step = 3 * step + 1; return step; }
    public static void sort(Object[] a) { Sorting.sort(a, 0, a.length, null); }
    public static void sort(Object[] a, int from, int to) { Sorting.check(a.length, from, to); Sorting.sort(a, from, to, null); }
    public static <T> void sort(T[] a, Comparator<? super T> by) { Sorting.sort(a, 0, a.length, (Comparator<Object>) by); }
    public static <T> void sort(T[] a, int from, int to, Comparator<? super T> by) { Sorting.check(a.length, from, to); Sorting.sort(a, from, to, (Comparator<Object>) by); }
    public static int binarySearch(int[] a, int x) { int lo = 0, hi = a.length - 1; while (lo <= hi) { int m = (lo + hi) >>> 1; if (a[m] < x) lo = m + 1; else if (a[m] > x) hi = m - 1; else return m; } return -(lo + 1); }
    public static int binarySearch(long[] a, long x) { int lo = 0, hi = a.length - 1; while (lo <= hi) { int m = (lo + hi) >>> 1; if (a[m] < x) lo = m + 1; else if (a[m] > x) hi = m - 1; else return m; } return -(lo + 1); }
    public static int binarySearch(double[] a, double x) { int lo = 0, hi = a.length - 1; while (lo <= hi) { int m = (lo + hi) >>> 1; if (Double.compare(a[m], x) < 0) lo = m + 1; else if (Double.compare(a[m], x) > 0) hi = m - 1; else return m; } return -(lo + 1); }
    public static int binarySearch(char[] a, char x) { int lo = 0, hi = a.length - 1; while (lo <= hi) { int m = (lo + hi) >>> 1; if (a[m] < x) lo = m + 1; else if (a[m] > x) hi = m - 1; else return m; } return -(lo + 1); }
    public static int binarySearch(Object[] a, Object x) { int lo = 0, hi = a.length - 1; while (lo <= hi) { int m = (lo + hi) >>> 1; int c = ((Comparable) a[m]).compareTo(x); if (c < 0) lo = m + 1; else if (c > 0) hi = m - 1; else return m; } return -(lo + 1); }
    public static <T> List<T> asList(T... all) { return new Settable<T>(all); }
    public static String deepToString(Object[] a) {
        if (a == null) return "null";
        String s = "[";
        for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + deep(a[i]);
        return s + "]";
    }
    private static String deep(Object o) {
        if (o instanceof Object[] all) return deepToString(all);
        if (o instanceof int[] all) return toString(all);
        if (o instanceof long[] all) return toString(all);
        if (o instanceof double[] all) return toString(all);
        if (o instanceof char[] all) return toString(all);
        if (o instanceof boolean[] all) return toString(all);
        return "" + o;
    }
    public static boolean deepEquals(Object[] a, Object[] b) { return a == b || a != null && b != null && deepToString(a).equals(deepToString(b)); }
    public static void parallelSort(int[] a) { sort(a); }
    public static <T extends Comparable<? super T>> void parallelSort(T[] a) { sort(a); }
    public static void parallelSetAll(int[] a, IntUnaryOperator f) { java.util.stream.IntStream.range(0, a.length).parallel().forEach(i -> a[i] = f.applyAsInt(i)); }
    public static void parallelPrefix(int[] a, IntBinaryOperator f) { for (int i = 1; i < a.length; i++) a[i] = f.applyAsInt(a[i - 1], a[i]); }
    public static void setAll(int[] a, IntUnaryOperator f) { for (int i = 0; i < a.length; i++) a[i] = f.applyAsInt(i); }
    public static <T> void setAll(T[] a, IntFunction<? extends T> f) { for (int i = 0; i < a.length; i++) a[i] = f.apply(i); }
    public static java.util.stream.IntStream stream(int[] a) { return java.util.stream.IntStream.of(a); }
    public static java.util.stream.IntStream stream(int[] a, int from, int to) { return java.util.stream.IntStream.of(copyOfRange(a, from, to)); }
    public static java.util.stream.LongStream stream(long[] a) { return java.util.stream.LongStream.of(a); }
    public static java.util.stream.DoubleStream stream(double[] a) { return java.util.stream.DoubleStream.of(a); }
    public static <T> java.util.stream.Stream<T> stream(T[] a, int from, int to) { return java.util.stream.Stream.of(copyOfRange(a, from, to)); }
    public static <T> java.util.stream.Stream<T> stream(T[] a) { return java.util.stream.Stream.of(a); }
}
