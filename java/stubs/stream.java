package java.util.stream;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

// Stages of a stream run in this thread, before the operation that consumes it returns: at once only where both stand in one expression.
public interface Stream<T> extends outside.Members {
    static <T> Stream<T> of(T t) { }
    static <T> Stream<T> of(T... values) { }
    static <T> Stream<T> empty() { }
    static <T> Stream<T> iterate(T seed, /*# immediate */ UnaryOperator<T> f) { }
    static <T> Stream<T> generate(/*# immediate */ Supplier<? extends T> s) { }
    IntStream mapToInt(/*# immediate */ ToIntFunction<? super T> mapper);
    LongStream mapToLong(/*# immediate */ ToLongFunction<? super T> mapper);
    DoubleStream mapToDouble(/*# immediate */ ToDoubleFunction<? super T> mapper);
    void forEachOrdered(/*# immediate */ Consumer<? super T> action);
    Optional<T> reduce(/*# immediate */ BinaryOperator<T> accumulator);
    Stream<T> skip(long n);
    Stream<T> filter(/*# immediate */ Predicate<? super T> predicate);
    <R> Stream<R> map(/*# immediate */ Function<? super T, ? extends R> mapper);
    <R> Stream<R> flatMap(/*# immediate */ Function<? super T, ? extends Stream<? extends R>> mapper);
    Stream<T> peek(/*# immediate */ Consumer<? super T> action);
    Stream<T> sorted();
    Stream<T> sorted(/*# immediate */ Comparator<? super T> c);
    Stream<T> distinct();
    Stream<T> takeWhile(/*# immediate */ Predicate<? super T> predicate);
    Stream<T> dropWhile(/*# immediate */ Predicate<? super T> predicate);
    <R> Stream<R> mapMulti(/*# immediate */ BiConsumer<? super T, ? super Consumer<R>> mapper);
    Stream<T> limit(long size);
    void forEach(/*# immediate */ Consumer<? super T> action);
    T reduce(T identity, /*# immediate */ BinaryOperator<T> accumulator);
    boolean anyMatch(/*# immediate */ Predicate<? super T> predicate);
    boolean allMatch(/*# immediate */ Predicate<? super T> predicate);
    boolean noneMatch(/*# immediate */ Predicate<? super T> predicate);
    Optional<T> findFirst();
    Optional<T> findAny();
    List<T> toList();
    long count();
    Stream<T> sequential();
    ParallelStream<T> parallel();
}

// A stream that says that it is parallel: its stages run in other threads.
public interface ParallelStream<T> extends outside.Members {
    ParallelIntStream mapToInt(/*# forks */ ToIntFunction<? super T> mapper);
    ParallelLongStream mapToLong(/*# forks */ ToLongFunction<? super T> mapper);
    ParallelDoubleStream mapToDouble(/*# forks */ ToDoubleFunction<? super T> mapper);
    void forEachOrdered(/*# forks */ Consumer<? super T> action);
    Optional<T> reduce(/*# forks */ BinaryOperator<T> accumulator);
    ParallelStream<T> skip(long n);
    ParallelStream<T> filter(/*# forks */ Predicate<? super T> predicate);
    <R> ParallelStream<R> map(/*# forks */ Function<? super T, ? extends R> mapper);
    <R> ParallelStream<R> flatMap(/*# forks */ Function<? super T, ? extends Stream<? extends R>> mapper);
    ParallelStream<T> peek(/*# forks */ Consumer<? super T> action);
    ParallelStream<T> sorted();
    ParallelStream<T> sorted(/*# forks */ Comparator<? super T> c);
    ParallelStream<T> distinct();
    ParallelStream<T> limit(long size);
    ParallelStream<T> takeWhile(/*# forks */ Predicate<? super T> predicate);
    ParallelStream<T> dropWhile(/*# forks */ Predicate<? super T> predicate);
    <R> ParallelStream<R> mapMulti(/*# forks */ BiConsumer<? super T, ? super Consumer<R>> mapper);
    ParallelStream<T> parallel();
    void forEach(/*# forks */ Consumer<? super T> action);
    T reduce(T identity, /*# forks */ BinaryOperator<T> accumulator);
    boolean anyMatch(/*# forks */ Predicate<? super T> predicate);
    boolean allMatch(/*# forks */ Predicate<? super T> predicate);
    boolean noneMatch(/*# forks */ Predicate<? super T> predicate);
    List<T> toList();
    long count();
    Stream<T> sequential();
}

// Streams of numbers.
public interface IntStream extends outside.Members {
    static IntStream of(int t) { }
    static IntStream of(int... values) { }
    static IntStream empty() { }
    static IntStream range(int start, int end) { }
    static IntStream rangeClosed(int start, int end) { }
    static IntStream iterate(int seed, /*# immediate */ IntUnaryOperator f) { }
    static IntStream generate(/*# immediate */ IntSupplier s) { }
    IntStream filter(/*# immediate */ IntPredicate predicate);
    IntStream map(/*# immediate */ IntUnaryOperator mapper);
    <U> Stream<U> mapToObj(/*# immediate */ IntFunction<? extends U> mapper);
    LongStream mapToLong(/*# immediate */ IntToLongFunction mapper);
    DoubleStream mapToDouble(/*# immediate */ IntToDoubleFunction mapper);
    LongStream asLongStream();
    DoubleStream asDoubleStream();
    Stream<Integer> boxed();
    IntStream peek(/*# immediate */ IntConsumer action);
    IntStream sorted();
    IntStream distinct();
    IntStream limit(long n);
    IntStream skip(long n);
    void forEach(/*# immediate */ IntConsumer action);
    void forEachOrdered(/*# immediate */ IntConsumer action);
    int reduce(int identity, /*# immediate */ IntBinaryOperator op);
    boolean anyMatch(/*# immediate */ IntPredicate predicate);
    boolean allMatch(/*# immediate */ IntPredicate predicate);
    boolean noneMatch(/*# immediate */ IntPredicate predicate);
    int sum();
    long count();
    int[] toArray();
    IntStream sequential();
    ParallelIntStream parallel();
}

public interface ParallelIntStream extends outside.Members {
    ParallelIntStream filter(/*# forks */ IntPredicate predicate);
    ParallelIntStream map(/*# forks */ IntUnaryOperator mapper);
    <U> ParallelStream<U> mapToObj(/*# forks */ IntFunction<? extends U> mapper);
    ParallelLongStream mapToLong(/*# forks */ IntToLongFunction mapper);
    ParallelDoubleStream mapToDouble(/*# forks */ IntToDoubleFunction mapper);
    ParallelLongStream asLongStream();
    ParallelDoubleStream asDoubleStream();
    ParallelStream<Integer> boxed();
    ParallelIntStream peek(/*# forks */ IntConsumer action);
    ParallelIntStream sorted();
    ParallelIntStream distinct();
    ParallelIntStream limit(long n);
    ParallelIntStream skip(long n);
    void forEach(/*# forks */ IntConsumer action);
    void forEachOrdered(/*# forks */ IntConsumer action);
    int reduce(int identity, /*# forks */ IntBinaryOperator op);
    boolean anyMatch(/*# forks */ IntPredicate predicate);
    boolean allMatch(/*# forks */ IntPredicate predicate);
    boolean noneMatch(/*# forks */ IntPredicate predicate);
    int sum();
    long count();
    int[] toArray();
    IntStream sequential();
    ParallelIntStream parallel();
}

public interface LongStream extends outside.Members {
    static LongStream of(long t) { }
    static LongStream of(long... values) { }
    static LongStream empty() { }
    static LongStream range(long start, long end) { }
    static LongStream rangeClosed(long start, long end) { }
    static LongStream iterate(long seed, /*# immediate */ LongUnaryOperator f) { }
    static LongStream generate(/*# immediate */ LongSupplier s) { }
    LongStream filter(/*# immediate */ LongPredicate predicate);
    LongStream map(/*# immediate */ LongUnaryOperator mapper);
    <U> Stream<U> mapToObj(/*# immediate */ LongFunction<? extends U> mapper);
    IntStream mapToInt(/*# immediate */ LongToIntFunction mapper);
    DoubleStream mapToDouble(/*# immediate */ LongToDoubleFunction mapper);
    DoubleStream asDoubleStream();
    Stream<Long> boxed();
    LongStream peek(/*# immediate */ LongConsumer action);
    LongStream sorted();
    LongStream distinct();
    LongStream limit(long n);
    LongStream skip(long n);
    void forEach(/*# immediate */ LongConsumer action);
    void forEachOrdered(/*# immediate */ LongConsumer action);
    long reduce(long identity, /*# immediate */ LongBinaryOperator op);
    boolean anyMatch(/*# immediate */ LongPredicate predicate);
    boolean allMatch(/*# immediate */ LongPredicate predicate);
    boolean noneMatch(/*# immediate */ LongPredicate predicate);
    long sum();
    long count();
    long[] toArray();
    LongStream sequential();
    ParallelLongStream parallel();
}

public interface ParallelLongStream extends outside.Members {
    ParallelLongStream filter(/*# forks */ LongPredicate predicate);
    ParallelLongStream map(/*# forks */ LongUnaryOperator mapper);
    <U> ParallelStream<U> mapToObj(/*# forks */ LongFunction<? extends U> mapper);
    ParallelIntStream mapToInt(/*# forks */ LongToIntFunction mapper);
    ParallelDoubleStream mapToDouble(/*# forks */ LongToDoubleFunction mapper);
    ParallelDoubleStream asDoubleStream();
    ParallelStream<Long> boxed();
    ParallelLongStream peek(/*# forks */ LongConsumer action);
    ParallelLongStream sorted();
    ParallelLongStream distinct();
    ParallelLongStream limit(long n);
    ParallelLongStream skip(long n);
    void forEach(/*# forks */ LongConsumer action);
    void forEachOrdered(/*# forks */ LongConsumer action);
    long reduce(long identity, /*# forks */ LongBinaryOperator op);
    boolean anyMatch(/*# forks */ LongPredicate predicate);
    boolean allMatch(/*# forks */ LongPredicate predicate);
    boolean noneMatch(/*# forks */ LongPredicate predicate);
    long sum();
    long count();
    long[] toArray();
    LongStream sequential();
    ParallelLongStream parallel();
}

public interface DoubleStream extends outside.Members {
    static DoubleStream of(double t) { }
    static DoubleStream of(double... values) { }
    static DoubleStream empty() { }
    static DoubleStream iterate(double seed, /*# immediate */ DoubleUnaryOperator f) { }
    static DoubleStream generate(/*# immediate */ DoubleSupplier s) { }
    DoubleStream filter(/*# immediate */ DoublePredicate predicate);
    DoubleStream map(/*# immediate */ DoubleUnaryOperator mapper);
    <U> Stream<U> mapToObj(/*# immediate */ DoubleFunction<? extends U> mapper);
    IntStream mapToInt(/*# immediate */ DoubleToIntFunction mapper);
    LongStream mapToLong(/*# immediate */ DoubleToLongFunction mapper);
    Stream<Double> boxed();
    DoubleStream peek(/*# immediate */ DoubleConsumer action);
    DoubleStream sorted();
    DoubleStream distinct();
    DoubleStream limit(long n);
    DoubleStream skip(long n);
    void forEach(/*# immediate */ DoubleConsumer action);
    void forEachOrdered(/*# immediate */ DoubleConsumer action);
    double reduce(double identity, /*# immediate */ DoubleBinaryOperator op);
    boolean anyMatch(/*# immediate */ DoublePredicate predicate);
    boolean allMatch(/*# immediate */ DoublePredicate predicate);
    boolean noneMatch(/*# immediate */ DoublePredicate predicate);
    double sum();
    long count();
    double[] toArray();
    DoubleStream sequential();
    ParallelDoubleStream parallel();
}

public interface ParallelDoubleStream extends outside.Members {
    ParallelDoubleStream filter(/*# forks */ DoublePredicate predicate);
    ParallelDoubleStream map(/*# forks */ DoubleUnaryOperator mapper);
    <U> ParallelStream<U> mapToObj(/*# forks */ DoubleFunction<? extends U> mapper);
    ParallelIntStream mapToInt(/*# forks */ DoubleToIntFunction mapper);
    ParallelLongStream mapToLong(/*# forks */ DoubleToLongFunction mapper);
    ParallelStream<Double> boxed();
    ParallelDoubleStream peek(/*# forks */ DoubleConsumer action);
    ParallelDoubleStream sorted();
    ParallelDoubleStream distinct();
    ParallelDoubleStream limit(long n);
    ParallelDoubleStream skip(long n);
    void forEach(/*# forks */ DoubleConsumer action);
    void forEachOrdered(/*# forks */ DoubleConsumer action);
    double reduce(double identity, /*# forks */ DoubleBinaryOperator op);
    boolean anyMatch(/*# forks */ DoublePredicate predicate);
    boolean allMatch(/*# forks */ DoublePredicate predicate);
    boolean noneMatch(/*# forks */ DoublePredicate predicate);
    double sum();
    long count();
    double[] toArray();
    DoubleStream sequential();
    ParallelDoubleStream parallel();
}

public class StreamSupport extends outside.Members {
    public static <T> Stream<T> stream(Spliterator<T> from, boolean parallel) { }
}
