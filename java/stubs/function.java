package java.util.function;

public interface Supplier<T> { T get(); }
public interface Consumer<T> extends outside.Members { void accept(T t); }
public interface BiConsumer<T, U> extends outside.Members { void accept(T t, U u); }
public interface Function<T, R> extends outside.Members { R apply(T t); }
public interface BiFunction<T, U, R> extends outside.Members { R apply(T t, U u); }
public interface UnaryOperator<T> extends Function<T, T> { }
public interface BinaryOperator<T> extends BiFunction<T, T, T> { }
public interface Predicate<T> extends outside.Members { boolean test(T t); }
public interface BiPredicate<T, U> extends outside.Members { boolean test(T t, U u); }
public interface IntConsumer extends outside.Members { void accept(int value); }
public interface IntFunction<R> { R apply(int value); }
public interface IntPredicate extends outside.Members { boolean test(int value); }
public interface IntSupplier { int getAsInt(); }
public interface IntUnaryOperator extends outside.Members { int applyAsInt(int operand); }
public interface IntBinaryOperator { int applyAsInt(int left, int right); }
public interface LongSupplier { long getAsLong(); }
public interface LongUnaryOperator extends outside.Members { long applyAsLong(long operand); }
public interface LongBinaryOperator { long applyAsLong(long left, long right); }
public interface DoubleSupplier { double getAsDouble(); }
public interface BooleanSupplier { boolean getAsBoolean(); }
public interface ToIntFunction<T> { int applyAsInt(T value); }
public interface ToLongFunction<T> { long applyAsLong(T value); }
public interface ToDoubleFunction<T> { double applyAsDouble(T value); }
