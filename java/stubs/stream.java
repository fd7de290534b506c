package java.util.stream;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

// Stages of a stream run in this thread, before the operation that consumes it returns: at once only where both stand in one expression.
public interface Stream<T> extends outside.Members {
    Stream<T> filter(/*# immediate */ Predicate<? super T> predicate);
    <R> Stream<R> map(/*# immediate */ Function<? super T, ? extends R> mapper);
    <R> Stream<R> flatMap(/*# immediate */ Function<? super T, ? extends Stream<? extends R>> mapper);
    Stream<T> peek(/*# immediate */ Consumer<? super T> action);
    Stream<T> sorted();
    Stream<T> sorted(/*# immediate */ Comparator<? super T> c);
    Stream<T> distinct();
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
    ParallelStream<T> filter(/*# forks */ Predicate<? super T> predicate);
    <R> ParallelStream<R> map(/*# forks */ Function<? super T, ? extends R> mapper);
    <R> ParallelStream<R> flatMap(/*# forks */ Function<? super T, ? extends Stream<? extends R>> mapper);
    ParallelStream<T> peek(/*# forks */ Consumer<? super T> action);
    void forEach(/*# forks */ Consumer<? super T> action);
    T reduce(T identity, /*# forks */ BinaryOperator<T> accumulator);
    boolean anyMatch(/*# forks */ Predicate<? super T> predicate);
    boolean allMatch(/*# forks */ Predicate<? super T> predicate);
    boolean noneMatch(/*# forks */ Predicate<? super T> predicate);
    List<T> toList();
    long count();
    Stream<T> sequential();
}
