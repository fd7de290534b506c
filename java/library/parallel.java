// Streams whose elements are looked at by many threads. What is done for each element is done by a thread of its own; what joins two halves of the
// elements, as `reduce` does, is done by the thread of one half, as soon as both are there. Which steps race shows in these threads.
package java.util.stream;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

class Parallel<T> extends Pipe<T> {
    private static final Object NONE = new Object();
    private final Iterator<Object> from;
    private final Function<Object, Object> steps;
    private Parallel(Iterator<Object> from, Function<Object, Object> steps) { super((Iterable<T>) null); this.from = from; this.steps = steps; }
    static <T> Parallel<T> of(Iterator<T> all) { return new Parallel<T>((Iterator<Object>) (Object) all, null); }
    private Object stepped(Object t) { return steps == null ? t : steps.apply(t); }
    private <R> Parallel<R> then(Function<? super T, Object> step) {
        return new Parallel<R>(from, x -> { Object made = stepped(x); return made == NONE ? NONE : step.apply((T) made); });
    }
    Iterator<T> take() { return new Later<T>(() -> all().iterator()); }
    // A thread of the pool with its part of the work: what it made, or what it threw, for who waits until it has ended.
    private static class Part implements Runnable {
        private final Callable<Object> work;
        final Thread thread;
        Object made;
        Throwable thrown;
        Part(Callable<Object> work) { this.work = work; thread = new Thread(this, "ForkJoinPool.commonPool-worker"); thread.asDaemon(); }
        public void run() { try { made = work.call(); } catch (Throwable t) { thrown = t; } }
    }
    private static Part begun(Callable<Object> work) {
        Part part = new Part(work);
        part.thread.start();
        return part;
    }
    // What a part ended with, and the first exception of those that were waited for. An interrupt is left to who waits for something else.
    private static Throwable ended(Part part, Throwable before) {
        boolean interrupted = false;
        while (true) {
            try { part.thread.join(); break; } catch (InterruptedException e) { interrupted = true; }
        }
        if (interrupted) RacefreePrimitives.interruptAgain();
        return before == null ? part.thrown : before;
    }
    private static void passOn(Throwable thrown) {
        if (thrown instanceof RuntimeException e) throw e;
        if (thrown instanceof Error e) throw e;
    }
    private ArrayList<T> all() {
        ArrayList<Part> parts = new ArrayList<>();
        while (from.hasNext()) {
            Object next = from.next();
            parts.add(begun(() -> stepped(next)));
        }
        Throwable thrown = null;
        for (Part part : parts) thrown = ended(part, thrown);
        passOn(thrown);
        ArrayList<T> made = new ArrayList<>();
        for (Part part : parts) { Object one = part.made; if (one != NONE) made.add((T) one); }
        return made;
    }
    // The elements are halved until one is left, of which `leaf` makes a value; the values of two halves are joined in their order.
    private Object halved(Function<Object, Object> leaf, BinaryOperator<Object> join) {
        ArrayList<Object> elements = new ArrayList<>();
        while (from.hasNext()) elements.add(from.next());
        return elements.isEmpty() ? leaf.apply(NONE) : halved(elements, 0, elements.size(), leaf, join);
    }
    private Object halved(ArrayList<Object> elements, int from, int to, Function<Object, Object> leaf, BinaryOperator<Object> join) {
        if (to - from == 1) return leaf.apply(stepped(elements.get(from)));
        int half = from + (to - from) / 2;
        Part left = begun(() -> halved(elements, from, half, leaf, join));
        Throwable thrown = null;
        Object right = null;
        try { right = halved(elements, half, to, leaf, join); } catch (Throwable t) { thrown = t; }
        passOn(ended(left, thrown));
        return join.apply(left.made, right);
    }
    public T reduce(T first, BinaryOperator<T> join) {
        BinaryOperator<Object> both = (BinaryOperator<Object>) (Object) join;
        return (T) halved(t -> t == NONE ? first : both.apply(first, t), both);
    }
    public Optional<T> reduce(BinaryOperator<T> join) {
        BinaryOperator<Object> both = (BinaryOperator<Object>) (Object) join;
        Object made = halved(t -> t, (a, b) -> a == NONE ? b : b == NONE ? a : both.apply(a, b));
        return made == NONE ? Optional.empty() : Optional.of((T) made);
    }
    public <U> U reduce(U first, BiFunction<U, ? super T, U> add, BinaryOperator<U> join) {
        return (U) halved(t -> t == NONE ? first : add.apply(first, (T) t), (BinaryOperator<Object>) (Object) join);
    }
    public <R> R collect(Supplier<R> make, BiConsumer<R, ? super T> add, BiConsumer<R, R> join) {
        return (R) halved(t -> { R made = make.get(); if (t != NONE) add.accept(made, (T) t); return made; }, (a, b) -> { join.accept((R) a, (R) b); return a; });
    }
    public <R, A> R collect(Collector<? super T, A, R> collector) {
        BinaryOperator<A> join = collector.combiner();
        BiConsumer<A, Object> add = (BiConsumer<A, Object>) (Object) collector.accumulator();
        if (collector.characteristics().contains(Collector.Characteristics.CONCURRENT)) {
            A shared = collector.supplier().get();
            forEach(t -> add.accept(shared, t));
            return collector.finisher().apply(shared);
        }
        if (join == null) return super.collect(collector);
        return collector.finisher().apply((A) halved(t -> { A made = collector.supplier().get(); if (t != NONE) add.accept(made, t); return made; }, (BinaryOperator<Object>) (Object) join));
    }
    public Stream<T> parallel() { return this; }
    public boolean isParallel() { return true; }
    public Stream<T> sequential() { return new Pipe<T>(take()); }
    public Stream<T> filter(Predicate<? super T> test) { return then(t -> test.test(t) ? t : NONE); }
    public <R> Stream<R> map(Function<? super T, ? extends R> f) { return then(t -> f.apply(t)); }
    public Stream<T> peek(Consumer<? super T> action) { return then(t -> { action.accept(t); return t; }); }
    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> f) {
        Parallel<Stream<R>> made = then(t -> { Stream<? extends R> s = f.apply(t); return s == null ? NONE : new Pipe<Object>(Arrays.asList(s.toArray())); });
        return of(new Flat<Stream<R>, R>(made.take(), s -> s));
    }
    public IntStream mapToInt(ToIntFunction<? super T> f) { Parallel<Integer> made = then(t -> f.applyAsInt(t)); return new IntPipe(made); }
    public LongStream mapToLong(ToLongFunction<? super T> f) { Parallel<Long> made = then(t -> f.applyAsLong(t)); return new LongPipe(made); }
    public DoubleStream mapToDouble(ToDoubleFunction<? super T> f) { Parallel<Double> made = then(t -> f.applyAsDouble(t)); return new DoublePipe(made); }
    // Steps that look at several elements are between those that are done for each.
    public Stream<T> distinct() { return of(super.distinct().iterator()); }
    public Stream<T> sorted() { return of(super.sorted().iterator()); }
    public Stream<T> sorted(Comparator<? super T> by) { return of(super.sorted(by).iterator()); }
    public Stream<T> limit(long n) { Iterator<T> some = (Iterator<T>) (Object) from; return of(new Limited<T>(steps == null ? some : take(), n)); }
    public Stream<T> skip(long n) { return of(super.skip(n).iterator()); }
    public Stream<T> takeWhile(Predicate<? super T> test) { return of(super.takeWhile(test).iterator()); }
    public Stream<T> dropWhile(Predicate<? super T> test) { return of(super.dropWhile(test).iterator()); }
    public void forEach(Consumer<? super T> action) { Parallel<T> made = then(t -> { action.accept(t); return NONE; }); made.all(); }
    public void forEachOrdered(Consumer<? super T> action) { for (T t : all()) action.accept(t); }
    // Threads look no further once one has found an element; those that look already go on.
    private Object searched(Predicate<Object> test) {
        AtomicReference<Object> found = new AtomicReference<>(NONE);
        ArrayList<Part> parts = new ArrayList<>();
        while (from.hasNext()) {
            Object next = from.next();
            parts.add(begun(() -> {
                if (found.get() != NONE) return null;
                Object made = stepped(next);
                if (made != NONE && test.test(made)) found.compareAndSet(NONE, made);
                return null;
            }));
        }
        Throwable thrown = null;
        for (Part part : parts) thrown = ended(part, thrown);
        passOn(thrown);
        return found.get();
    }
    public Optional<T> findAny() { Object found = searched(t -> true); return found == NONE ? Optional.empty() : Optional.of((T) found); }
    public boolean anyMatch(Predicate<? super T> test) { return searched((Predicate<Object>) (Object) test) != NONE; }
    public boolean allMatch(Predicate<? super T> test) { return !anyMatch(t -> !test.test(t)); }
}
