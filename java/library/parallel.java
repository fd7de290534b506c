// Streams whose elements are looked at by many threads: here by one for each element. What joins the results does so in their order, in the
// thread that asks for them; what is done for each element races as its threads do.
package java.util.stream;

import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

class Parallel<T> extends Pipe<T> {
    private static final Object NONE = new Object();
    private final Iterator<Object> from;
    private final Function<Object, Object> steps;
    private Parallel(Iterator<Object> from, Function<Object, Object> steps) { super((Iterable<T>) null); this.from = from; this.steps = steps; }
    static <T> Parallel<T> of(Iterator<T> all) { return new Parallel<T>((Iterator<Object>) (Object) all, x -> x); }
    private <R> Parallel<R> then(Function<? super T, Object> step) {
        Function<Object, Object> before = steps;
        return new Parallel<R>(from, x -> { Object made = before.apply(x); return made == NONE ? NONE : step.apply((T) made); });
    }
    Iterator<T> take() { return new Later<T>(() -> all().iterator()); }
    private ArrayList<T> all() {
        ArrayList<FutureTask<Object>> tasks = new ArrayList<>();
        while (from.hasNext()) {
            Object next = from.next();
            FutureTask<Object> task = new FutureTask<>(() -> steps.apply(next));
            tasks.add(task);
            Thread t = new Thread(task, "ForkJoinPool.commonPool-worker");
            t.asDaemon();
            t.start();
        }
        ArrayList<T> made = new ArrayList<>();
        Throwable thrown = null;
        for (FutureTask<Object> task : tasks) {
            try { Object one = task.get(); if (one != NONE) made.add((T) one); }
            catch (ExecutionException e) { if (thrown == null) thrown = e.getCause(); }
            catch (InterruptedException e) { Thread.currentThread().interrupt(); }
        }
        if (thrown instanceof RuntimeException e) throw e;
        if (thrown instanceof Error e) throw e;
        return made;
    }
    // Each thread begins with the first value.
    public T reduce(T first, BinaryOperator<T> join) {
        boolean begun = false;
        T made = first;
        for (T t : all()) { T own = join.apply(first, t); made = begun ? join.apply(made, own) : own; begun = true; }
        return made;
    }
    public <U> U reduce(U first, BiFunction<U, ? super T, U> add, BinaryOperator<U> join) {
        boolean begun = false;
        U made = first;
        for (T t : all()) { U own = add.apply(first, t); made = begun ? join.apply(made, own) : own; begun = true; }
        return made;
    }
    public Stream<T> parallel() { return this; }
    public boolean isParallel() { return true; }
    public Stream<T> sequential() { return new Pipe<T>(take()); }
    public Stream<T> filter(Predicate<? super T> test) { return then(t -> test.test(t) ? t : NONE); }
    public <R> Stream<R> map(Function<? super T, ? extends R> f) { return then(t -> f.apply(t)); }
    public Stream<T> peek(Consumer<? super T> action) { return then(t -> { action.accept(t); return t; }); }
    public IntStream mapToInt(ToIntFunction<? super T> f) { Parallel<Integer> made = then(t -> f.applyAsInt(t)); return new ParallelInts(made); }
    public LongStream mapToLong(ToLongFunction<? super T> f) { Parallel<Long> made = then(t -> f.applyAsLong(t)); return new LongPipe(made.take()); }
    public DoubleStream mapToDouble(ToDoubleFunction<? super T> f) { Parallel<Double> made = then(t -> f.applyAsDouble(t)); return new DoublePipe(made.take()); }
    public void forEach(Consumer<? super T> action) { Parallel<T> made = then(t -> { action.accept(t); return NONE; }); made.all(); }
    public void forEachOrdered(Consumer<? super T> action) { for (T t : all()) action.accept(t); }
}
class ParallelInts extends IntPipe {
    private final Parallel<Integer> of;
    ParallelInts(Parallel<Integer> of) { super(of); this.of = of; }
    public IntStream parallel() { return this; }
    public boolean isParallel() { return true; }
    public IntStream sequential() { return new IntPipe(of.take()); }
    public IntStream filter(IntPredicate test) { return new ParallelInts((Parallel<Integer>) of.filter(n -> test.test(n))); }
    public IntStream map(IntUnaryOperator f) { return new ParallelInts((Parallel<Integer>) of.map(n -> f.applyAsInt(n))); }
    public IntStream peek(IntConsumer action) { return new ParallelInts((Parallel<Integer>) of.peek(n -> action.accept(n))); }
    public int reduce(int first, IntBinaryOperator join) { return of.reduce(first, (a, b) -> join.applyAsInt(a, b)); }
    public <U> Stream<U> mapToObj(IntFunction<? extends U> f) { return of.map(n -> f.apply(n)); }
    public Stream<Integer> boxed() { return of; }
    public void forEach(IntConsumer action) { of.forEach(n -> action.accept(n)); }
}
