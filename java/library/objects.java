// Objects, the optional ones, joined texts, and numbers that follow from a seed.
package java.util;

import java.util.function.*;

public final class Objects {
    public static boolean equals(Object a, Object b) { return a == b || a != null && a.equals(b); }
    public static int hashCode(Object o) { return o == null ? 0 : o.hashCode(); }
    public static int hash(Object... all) { if (all == null) return 0; int h = 1; for (Object o : all) h = 31 * h + (o == null ? 0 : o.hashCode()); return h; }
    public static String toString(Object o) { return String.valueOf(o); }
    public static String toString(Object o, String other) { return o == null ? other : o.toString(); }
    public static <T> T requireNonNull(T o) { if (o == null) throw new NullPointerException(); return o; }
    public static <T> T requireNonNull(T o, String message) { if (o == null) throw new NullPointerException(message); return o; }
    public static <T> T requireNonNull(T o, Supplier<String> message) { if (o == null) throw new NullPointerException(message == null ? null : message.get()); return o; }
    public static <T> T requireNonNullElse(T o, T other) { return o != null ? o : requireNonNull(other, "defaultObj"); }
    public static <T> T requireNonNullElseGet(T o, Supplier<? extends T> other) { return o != null ? o : other.get(); }
    public static boolean isNull(Object o) { return o == null; }
    public static boolean nonNull(Object o) { return o != null; }
    public static <T> int compare(T a, T b, Comparator<? super T> by) { return a == b ? 0 : by.compare(a, b); }
    public static int checkIndex(int i, int length) { if (i < 0 || i >= length) throw new IndexOutOfBoundsException("Index " + i + " out of bounds for length " + length); return i; }
}

public final class Optional<T> {
    private final T value;
    private Optional(T value) { this.value = value; }
    public static <S> Optional<S> of(S s) { return new Optional<S>(Objects.requireNonNull(s)); }
    private static final Optional<Object> EMPTY = new Optional<Object>(null);
    public static <S> Optional<S> ofNullable(S s) { return s == null ? empty() : new Optional<S>(s); }
    public static <S> Optional<S> empty() { return (Optional<S>) (Object) EMPTY; }
    public boolean isPresent() { return value != null; }
    public boolean isEmpty() { return value == null; }
    public T get() { if (value == null) throw new NoSuchElementException("No value present"); return value; }
    public T orElseThrow() { return get(); }
    public <X extends Throwable> T orElseThrow(Supplier<? extends X> make) throws X { if (value == null) throw make.get(); return value; }
    public T orElse(T other) { return value == null ? other : value; }
    public T orElseGet(Supplier<? extends T> other) { return value == null ? other.get() : value; }
    public Optional<T> or(Supplier<? extends Optional<? extends T>> other) { return value == null ? (Optional<T>) other.get() : this; }
    public <U> Optional<U> map(Function<? super T, ? extends U> f) { return value == null ? new Optional<U>(null) : new Optional<U>(f.apply(value)); }
    public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> f) { return value == null ? new Optional<U>(null) : (Optional<U>) f.apply(value); }
    public Optional<T> filter(Predicate<? super T> p) { return value == null || p.test(value) ? this : new Optional<T>(null); }
    public void ifPresent(Consumer<? super T> action) { if (value != null) action.accept(value); }
    public void ifPresentOrElse(Consumer<? super T> action, Runnable other) { if (value != null) action.accept(value); else other.run(); }
    public java.util.stream.Stream<T> stream() { ArrayList<T> all = new ArrayList<>(); if (value != null) all.add(value); return all.stream(); }
    public boolean equals(Object o) { return o instanceof Optional<?> other && Objects.equals(value, other.value); }
    public int hashCode() { return Objects.hashCode(value); }
    public String toString() { return value == null ? "Optional.empty" : "Optional[" + value + "]"; }
}
public final class OptionalInt {
    private final boolean there;
    private final int value;
    private OptionalInt(boolean there, int value) { this.there = there; this.value = value; }
    public static OptionalInt of(int v) { return new OptionalInt(true, v); }
    public static OptionalInt empty() { return new OptionalInt(false, 0); }
    public boolean isPresent() { return there; }
    public boolean isEmpty() { return !there; }
    public int getAsInt() { if (!there) throw new NoSuchElementException("No value present"); return value; }
    public int orElseThrow() { return getAsInt(); }
    public <X extends Throwable> int orElseThrow(Supplier<? extends X> make) throws X { if (!there) throw make.get(); return value; }
    public int orElse(int other) { return there ? value : other; }
    public int orElseGet(IntSupplier other) { return there ? value : other.getAsInt(); }
    public void ifPresent(IntConsumer action) { if (there) action.accept(value); }
    public String toString() { return there ? "OptionalInt[" + value + "]" : "OptionalInt.empty"; }
}
public final class OptionalLong {
    private final boolean there;
    private final long value;
    private OptionalLong(boolean there, long value) { this.there = there; this.value = value; }
    public static OptionalLong of(long v) { return new OptionalLong(true, v); }
    public static OptionalLong empty() { return new OptionalLong(false, 0); }
    public boolean isPresent() { return there; }
    public boolean isEmpty() { return !there; }
    public long getAsLong() { if (!there) throw new NoSuchElementException("No value present"); return value; }
    public long orElseThrow() { return getAsLong(); }
    public <X extends Throwable> long orElseThrow(Supplier<? extends X> make) throws X { if (!there) throw make.get(); return value; }
    public long orElse(long other) { return there ? value : other; }
    public long orElseGet(LongSupplier other) { return there ? value : other.getAsLong(); }
    public void ifPresent(LongConsumer action) { if (there) action.accept(value); }
    public String toString() { return there ? "OptionalLong[" + value + "]" : "OptionalLong.empty"; }
}
public final class OptionalDouble {
    private final boolean there;
    private final double value;
    private OptionalDouble(boolean there, double value) { this.there = there; this.value = value; }
    public static OptionalDouble of(double v) { return new OptionalDouble(true, v); }
    public static OptionalDouble empty() { return new OptionalDouble(false, 0); }
    public boolean isPresent() { return there; }
    public boolean isEmpty() { return !there; }
    public double getAsDouble() { if (!there) throw new NoSuchElementException("No value present"); return value; }
    public double orElseThrow() { return getAsDouble(); }
    public <X extends Throwable> double orElseThrow(Supplier<? extends X> make) throws X { if (!there) throw make.get(); return value; }
    public double orElse(double other) { return there ? value : other; }
    public double orElseGet(DoubleSupplier other) { return there ? value : other.getAsDouble(); }
    public void ifPresent(DoubleConsumer action) { if (there) action.accept(value); }
    public String toString() { return there ? "OptionalDouble[" + value + "]" : "OptionalDouble.empty"; }
}
public final class StringJoiner {
    private final String by, before, behind;
    private String text, empty;
    public StringJoiner(CharSequence by) { this(by, "", ""); }
    public StringJoiner(CharSequence by, CharSequence before, CharSequence behind) { this.by = by.toString(); this.before = before.toString(); this.behind = behind.toString(); }
    public StringJoiner add(CharSequence s) { text = text == null ? "" + s : text + by + s; return this; }
    public StringJoiner setEmptyValue(CharSequence s) { empty = s.toString(); return this; }
    public int length() { return toString().length(); }
    public String toString() { return text == null ? empty == null ? before + behind : empty : before + text + behind; }
}
public class IntSummaryStatistics {
    private long count, sum;
    private int min = Integer.MAX_VALUE, max = Integer.MIN_VALUE;
    public IntSummaryStatistics() {}
    public void accept(int n) { count++; sum += n; min = Math.min(min, n); max = Math.max(max, n); }
    public void combine(IntSummaryStatistics s) { count += s.count; sum += s.sum; min = Math.min(min, s.min); max = Math.max(max, s.max); }
    public long getCount() { return count; }
    public long getSum() { return sum; }
    public int getMin() { return min; }
    public int getMax() { return max; }
    public double getAverage() { return count > 0 ? (double) sum / count : 0.0; }
    public String toString() { return String.format("%s{count=%d, sum=%d, min=%d, average=%f, max=%d}", "IntSummaryStatistics", count, sum, min, getAverage(), max); }
}
public class LongSummaryStatistics {
    private long count, sum, min = Long.MAX_VALUE, max = Long.MIN_VALUE;
    public LongSummaryStatistics() {}
    public void accept(long n) { count++; sum += n; min = Math.min(min, n); max = Math.max(max, n); }
    public void combine(LongSummaryStatistics s) { count += s.count; sum += s.sum; min = Math.min(min, s.min); max = Math.max(max, s.max); }
    public long getCount() { return count; }
    public long getSum() { return sum; }
    public long getMin() { return min; }
    public long getMax() { return max; }
    public double getAverage() { return count > 0 ? (double) sum / count : 0.0; }
    public String toString() { return String.format("%s{count=%d, sum=%d, min=%d, average=%f, max=%d}", "LongSummaryStatistics", count, sum, min, getAverage(), max); }
}
public class DoubleSummaryStatistics {
    private long count;
    private double sum, rest, min = Double.POSITIVE_INFINITY, max = Double.NEGATIVE_INFINITY;
    public DoubleSummaryStatistics() {}
    public void accept(double d) { count++; double y = d - rest, t = sum + y; rest = t - sum - y; sum = t; min = Math.min(min, d); max = Math.max(max, d); }
    public long getCount() { return count; }
    public double getSum() { return sum - rest; }
    public double getMin() { return min; }
    public double getMax() { return max; }
    public double getAverage() { return count > 0 ? getSum() / count : 0.0; }
    public String toString() { return String.format("%s{count=%d, sum=%f, min=%f, average=%f, max=%f}", "DoubleSummaryStatistics", count, getSum(), min, getAverage(), max); }
}
