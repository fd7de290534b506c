// The part of java.util.function that programs run with.
package java.util.function;

import java.util.Comparator;

public interface Consumer<T> { void accept(T t); default Consumer<T> andThen(Consumer<? super T> next) { return t -> { accept(t); next.accept(t); }; } }
public interface BiConsumer<T, U> { void accept(T t, U u); default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> next) { return (t, u) -> { accept(t, u); next.accept(t, u); }; } }
public interface IntConsumer { void accept(int n); default IntConsumer andThen(IntConsumer next) { return n -> { accept(n); next.accept(n); }; } }
public interface LongConsumer { void accept(long n); }
public interface DoubleConsumer { void accept(double n); }
public interface ObjIntConsumer<T> { void accept(T t, int n); }
public interface ObjLongConsumer<T> { void accept(T t, long n); }
public interface ObjDoubleConsumer<T> { void accept(T t, double n); }
public interface Supplier<T> { T get(); }
public interface IntSupplier { int getAsInt(); }
public interface LongSupplier { long getAsLong(); }
public interface DoubleSupplier { double getAsDouble(); }
public interface BooleanSupplier { boolean getAsBoolean(); }
public interface Function<T, R> {
    R apply(T t);
    default <V> Function<V, R> compose(Function<? super V, ? extends T> before) { return v -> apply(before.apply(v)); }
    default <V> Function<T, V> andThen(Function<? super R, ? extends V> next) { return t -> next.apply(apply(t)); }
    static <T> Function<T, T> identity() { return t -> t; }
}
public interface BiFunction<T, U, R> { R apply(T t, U u); default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> next) { return (t, u) -> next.apply(apply(t, u)); } }
public interface IntFunction<R> { R apply(int n); }
public interface LongFunction<R> { R apply(long n); }
public interface DoubleFunction<R> { R apply(double n); }
public interface ToIntFunction<T> { int applyAsInt(T t); }
public interface ToLongFunction<T> { long applyAsLong(T t); }
public interface ToDoubleFunction<T> { double applyAsDouble(T t); }
public interface ToIntBiFunction<T, U> { int applyAsInt(T t, U u); }
public interface ToDoubleBiFunction<T, U> { double applyAsDouble(T t, U u); }
public interface IntToDoubleFunction { double applyAsDouble(int n); }
public interface IntToLongFunction { long applyAsLong(int n); }
public interface LongToIntFunction { int applyAsInt(long n); }
public interface DoubleToIntFunction { int applyAsInt(double n); }
public interface LongToDoubleFunction { double applyAsDouble(long n); }
public interface DoubleToLongFunction { long applyAsLong(double n); }
public interface Predicate<T> {
    boolean test(T t);
    default Predicate<T> negate() { return t -> !test(t); }
    default Predicate<T> and(Predicate<? super T> other) { return t -> test(t) && other.test(t); }
    default Predicate<T> or(Predicate<? super T> other) { return t -> test(t) || other.test(t); }
    static <T> Predicate<T> not(Predicate<? super T> p) { return t -> !p.test(t); }
    static <T> Predicate<T> isEqual(Object o) { return t -> o == null ? t == null : o.equals(t); }
}
public interface BiPredicate<T, U> { boolean test(T t, U u); default BiPredicate<T, U> negate() { return (t, u) -> !test(t, u); } default BiPredicate<T, U> and(BiPredicate<? super T, ? super U> other) { return (t, u) -> test(t, u) && other.test(t, u); } }
public interface IntPredicate { boolean test(int n); default IntPredicate negate() { return n -> !test(n); } default IntPredicate and(IntPredicate other) { return n -> test(n) && other.test(n); } default IntPredicate or(IntPredicate other) { return n -> test(n) || other.test(n); } }
public interface LongPredicate { boolean test(long n); }
public interface DoublePredicate { boolean test(double n); }
public interface UnaryOperator<T> extends Function<T, T> { static <T> UnaryOperator<T> identity() { return t -> t; } }
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
    static <T> BinaryOperator<T> minBy(Comparator<? super T> by) { return (a, b) -> by.compare(a, b) <= 0 ? a : b; }
    static <T> BinaryOperator<T> maxBy(Comparator<? super T> by) { return (a, b) -> by.compare(a, b) >= 0 ? a : b; }
}
public interface IntUnaryOperator { int applyAsInt(int n); default IntUnaryOperator andThen(IntUnaryOperator next) { return n -> next.applyAsInt(applyAsInt(n)); } default IntUnaryOperator compose(IntUnaryOperator before) { return n -> applyAsInt(before.applyAsInt(n)); } }
public interface IntBinaryOperator { int applyAsInt(int a, int b); }
public interface LongUnaryOperator { long applyAsLong(long n); }
public interface LongBinaryOperator { long applyAsLong(long a, long b); }
public interface DoubleUnaryOperator { double applyAsDouble(double n); default DoubleUnaryOperator andThen(DoubleUnaryOperator next) { return n -> next.applyAsDouble(applyAsDouble(n)); } default DoubleUnaryOperator compose(DoubleUnaryOperator before) { return n -> applyAsDouble(before.applyAsDouble(n)); } }
public interface DoubleBinaryOperator { double applyAsDouble(double a, double b); }
