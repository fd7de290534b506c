// The part of java.util.function that programs run with.
package java.util.function;

public interface Consumer<T> { void accept(T t); }
public interface BiConsumer<T, U> { void accept(T t, U u); }
public interface IntConsumer { void accept(int n); }
public interface Supplier<T> { T get(); }
public interface IntSupplier { int getAsInt(); }
public interface BooleanSupplier { boolean getAsBoolean(); }
public interface Function<T, R> { R apply(T t); }
public interface BiFunction<T, U, R> { R apply(T t, U u); }
public interface IntFunction<R> { R apply(int n); }
public interface ToIntFunction<T> { int applyAsInt(T t); }
public interface Predicate<T> { boolean test(T t); default Predicate<T> negate() { return t -> !test(t); } }
public interface BiPredicate<T, U> { boolean test(T t, U u); }
public interface IntPredicate { boolean test(int n); }
public interface UnaryOperator<T> extends Function<T, T> {}
public interface BinaryOperator<T> extends BiFunction<T, T, T> {}
public interface IntUnaryOperator { int applyAsInt(int n); }
public interface IntBinaryOperator { int applyAsInt(int a, int b); }
public interface LongUnaryOperator { long applyAsLong(long n); }
public interface LongBinaryOperator { long applyAsLong(long a, long b); }
