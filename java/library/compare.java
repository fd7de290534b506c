// Comparators, and sorting by them, which is stable.
package java.util;

import java.util.function.*;

public interface Comparator<T> {
    int compare(T a, T b);
    default Comparator<T> reversed() { return (a, b) -> compare(b, a); }
    default Comparator<T> thenComparing(Comparator<? super T> next) { return (a, b) -> { int c = compare(a, b); return c != 0 ? c : next.compare(a, b); }; }
    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return (a, b) -> { int c = compare(a, b); return c != 0 ? c : ((Comparable) key.apply(a)).compareTo(key.apply(b)); };
    }
    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> by) {
        return (a, b) -> { int c = compare(a, b); return c != 0 ? c : by.compare(key.apply(a), key.apply(b)); };
    }
    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) { return (a, b) -> { int c = compare(a, b); return c != 0 ? c : Integer.compare(key.applyAsInt(a), key.applyAsInt(b)); }; }
    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) { return (a, b) -> { int c = compare(a, b); return c != 0 ? c : Long.compare(key.applyAsLong(a), key.applyAsLong(b)); }; }
    default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) { return (a, b) -> { int c = compare(a, b); return c != 0 ? c : Double.compare(key.applyAsDouble(a), key.applyAsDouble(b)); }; }
    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) { return (a, b) -> ((Comparable) key.apply(a)).compareTo(key.apply(b)); }
    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> by) { return (a, b) -> by.compare(key.apply(a), key.apply(b)); }
    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) { return (a, b) -> Integer.compare(key.applyAsInt(a), key.applyAsInt(b)); }
    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) { return (a, b) -> Long.compare(key.applyAsLong(a), key.applyAsLong(b)); }
    static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) { return (a, b) -> Double.compare(key.applyAsDouble(a), key.applyAsDouble(b)); }
    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() { return (a, b) -> ((Comparable) a).compareTo(b); }
    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() { return (a, b) -> ((Comparable) b).compareTo(a); }
    static <T> Comparator<T> nullsFirst(Comparator<? super T> by) { return (a, b) -> a == null ? b == null ? 0 : -1 : b == null ? 1 : by.compare(a, b); }
    static <T> Comparator<T> nullsLast(Comparator<? super T> by) { return (a, b) -> a == null ? b == null ? 0 : 1 : b == null ? -1 : by.compare(a, b); }
}

final class Sorting {
    static int compare(Object a, Object b, Comparator<Object> by) { return by == null ? ((Comparable) a).compareTo(b) : by.compare(a, b); }
    // Short parts by insertion, longer ones by merging their halves.
    static void sort(Object[] a, int from, int to, Comparator<Object> by) {
        if (to - from < 12) {
            for (int i = from + 1; i < to; i++) {
                Object v = a[i];
                int j = i;
                while (j > from && compare(a[j - 1], v, by) > 0) { a[j] = a[j - 1]; j--; }
                a[j] = v;
            }
            return;
        }
        int middle = (from + to) / 2;
        sort(a, from, middle, by);
        sort(a, middle, to, by);
        if (compare(a[middle - 1], a[middle], by) <= 0) return;
        Object[] left = new Object[middle - from];
        for (int i = 0; i < left.length; i++) left[i] = a[from + i];
        int i = 0, j = middle, at = from;
        while (i < left.length) {
            if (j < to && compare(left[i], a[j], by) > 0) { a[at] = a[j]; j++; } else { a[at] = left[i]; i++; }
            at++;
        }
    }
    static void check(int length, int from, int to) {
        if (from > to) throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        if (from < 0) throw new ArrayIndexOutOfBoundsException("Array index out of range: " + from);
        if (to > length) throw new ArrayIndexOutOfBoundsException("Array index out of range: " + to);
    }
}
