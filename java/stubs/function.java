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
public interface LongConsumer extends outside.Members { void accept(long value); }
public interface LongFunction<R> { R apply(long value); }
public interface LongPredicate extends outside.Members { boolean test(long value); }
public interface DoubleConsumer extends outside.Members { void accept(double value); }
public interface DoubleFunction<R> { R apply(double value); }
public interface DoublePredicate extends outside.Members { boolean test(double value); }
public interface DoubleUnaryOperator extends outside.Members { double applyAsDouble(double operand); }
public interface DoubleBinaryOperator { double applyAsDouble(double left, double right); }
public interface DoubleToIntFunction { int applyAsInt(double value); }
public interface DoubleToLongFunction { long applyAsLong(double value); }
public interface IntToDoubleFunction { double applyAsDouble(int value); }
public interface IntToLongFunction { long applyAsLong(int value); }
public interface LongToDoubleFunction { double applyAsDouble(long value); }
public interface LongToIntFunction { int applyAsInt(long value); }
