// Streams: each element goes through all steps before the next one does, as nobody asks for it earlier.
package java.util.stream;

import java.util.*;
import java.util.function.*;

public interface BaseStream<T, S> extends AutoCloseable {
    Iterator<T> iterator();
    S parallel();
    boolean isParallel();
    S sequential();
    S unordered();
    void close();
}
public interface Collector<T, A, R> {
    Supplier<A> supplier();
    BiConsumer<A, T> accumulator();
    BinaryOperator<A> combiner();
    Function<A, R> finisher();
    Set<Characteristics> characteristics();
    enum Characteristics { CONCURRENT, UNORDERED, IDENTITY_FINISH }
    static <T, A, R> Collector<T, A, R> of(Supplier<A> make, BiConsumer<A, T> add, BinaryOperator<A> join, Function<A, R> end, Characteristics... all) { return new CollectorOf<T, A, R>(make, add, join, end, all); }
    static <T, R> Collector<T, R, R> of(Supplier<R> make, BiConsumer<R, T> add, BinaryOperator<R> join, Characteristics... all) { return new CollectorOf<T, R, R>(make, add, join, r -> r, all); }
}
public interface Stream<T> extends BaseStream<T, Stream<T>> {
    Stream<T> filter(Predicate<? super T> test);
    <R> Stream<R> map(Function<? super T, ? extends R> f);
    IntStream mapToInt(ToIntFunction<? super T> f);
    LongStream mapToLong(ToLongFunction<? super T> f);
    DoubleStream mapToDouble(ToDoubleFunction<? super T> f);
    <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> f);
    Stream<T> distinct();
    Stream<T> sorted();
    Stream<T> sorted(Comparator<? super T> by);
    Stream<T> peek(Consumer<? super T> action);
    Stream<T> limit(long n);
    Stream<T> skip(long n);
    Stream<T> takeWhile(Predicate<? super T> test);
    Stream<T> dropWhile(Predicate<? super T> test);
    void forEach(Consumer<? super T> action);
    void forEachOrdered(Consumer<? super T> action);
    Object[] toArray();
    <A> A[] toArray(IntFunction<A[]> make);
    T reduce(T first, BinaryOperator<T> join);
    Optional<T> reduce(BinaryOperator<T> join);
    <U> U reduce(U first, BiFunction<U, ? super T, U> add, BinaryOperator<U> join);
    <R> R collect(Supplier<R> make, BiConsumer<R, ? super T> add, BiConsumer<R, R> join);
    <R, A> R collect(Collector<? super T, A, R> collector);
    List<T> toList();
    Optional<T> min(Comparator<? super T> by);
    Optional<T> max(Comparator<? super T> by);
    long count();
    boolean anyMatch(Predicate<? super T> test);
    boolean allMatch(Predicate<? super T> test);
    boolean noneMatch(Predicate<? super T> test);
    Optional<T> findFirst();
    Optional<T> findAny();
    static <T> Stream<T> of(T... all) { return new Pipe<T>(Arrays.asList(all)); }
    static <T> Stream<T> ofNullable(T t) { ArrayList<T> all = new ArrayList<>(); if (t != null) all.add(t); return new Pipe<T>(all); }
    static <T> Stream<T> empty() { return new Pipe<T>(new ArrayList<T>()); }
    static <T> Stream<T> generate(Supplier<? extends T> make) { return new Pipe<T>(new Made<T>(make)); }
    static <T> Stream<T> iterate(T first, UnaryOperator<T> next) { return new Pipe<T>(new Iterated<T>(first, null, next)); }
    static <T> Stream<T> iterate(T first, Predicate<? super T> goesOn, UnaryOperator<T> next) { return new Pipe<T>(new Iterated<T>(first, goesOn, next)); }
    static <T> Stream<T> concat(Stream<? extends T> a, Stream<? extends T> b) { return new Pipe<T>(new Joined<T>((Iterator<T>) a.iterator(), (Iterator<T>) b.iterator())); }
}

class Made<T> implements Iterator<T> {
    private final Supplier<? extends T> make;
    Made(Supplier<? extends T> make) { this.make = make; }
    public boolean hasNext() { return true; }
    public T next() { return make.get(); }
}
class Iterated<T> implements Iterator<T> {
    private T now;
    private boolean begun, known, more;
    private final Predicate<? super T> goesOn;
    private final UnaryOperator<T> next;
    Iterated(T first, Predicate<? super T> goesOn, UnaryOperator<T> next) { now = first; this.goesOn = goesOn; this.next = next; }
    public boolean hasNext() {
        if (goesOn == null) return true;
        if (!known) { if (begun) now = next.apply(now); begun = true; more = goesOn.test(now); known = true; }
        return more;
    }
    public T next() {
        if (goesOn != null) { if (!hasNext()) throw new NoSuchElementException(); known = false; return now; }
        if (begun) now = next.apply(now);
        begun = true;
        return now;
    }
}
class Joined<T> implements Iterator<T> {
    private final Iterator<T> a, b;
    Joined(Iterator<T> a, Iterator<T> b) { this.a = a; this.b = b; }
    public boolean hasNext() { return a.hasNext() || b.hasNext(); }
    public T next() { return a.hasNext() ? a.next() : b.next(); }
}
// An iterator that looks for its next element when it is asked whether there is one.
abstract class Ahead<T> implements Iterator<T> {
    private boolean known, more;
    T found;
    abstract boolean look();
    public boolean hasNext() { if (!known) { more = look(); known = true; } return more; }
    public T next() { if (!hasNext()) throw new NoSuchElementException(); known = false; T t = found; found = null; return t; }
}
class Filtered<T> extends Ahead<T> {
    private final Iterator<T> from;
    private final Predicate<? super T> test;
    // 0: those that pass, 1: while they pass, 2: from the first that does not.
    private final int how;
    private boolean over;
    Filtered(Iterator<T> from, Predicate<? super T> test, int how) { this.from = from; this.test = test; this.how = how; }
    boolean look() {
        if (how == 1 && over) return false;
        while (from.hasNext()) {
            found = from.next();
            if (how == 2 && over) return true;
            boolean passes = test.test(found);
            if (how == 0 && passes || how == 1 && passes) return true;
            if (how == 1) { over = true; return false; }
            if (how == 2 && !passes) { over = true; return true; }
        }
        return false;
    }
}
class Mapped<T, R> implements Iterator<R> {
    final Iterator<T> from;
    private final Function<? super T, ? extends R> f;
    Mapped(Iterator<T> from, Function<? super T, ? extends R> f) { this.from = from; this.f = f; }
    public boolean hasNext() { return from.hasNext(); }
    public R next() { return f.apply(from.next()); }
}
class Flat<T, R> extends Ahead<R> {
    private final Iterator<T> from;
    private final Function<? super T, ? extends Stream<? extends R>> f;
    private Iterator<? extends R> inner;
    Flat(Iterator<T> from, Function<? super T, ? extends Stream<? extends R>> f) { this.from = from; this.f = f; }
    boolean look() {
        while (true) {
            if (inner != null && inner.hasNext()) { found = inner.next(); return true; }
            if (!from.hasNext()) return false;
            Stream<? extends R> s = f.apply(from.next());
            inner = s == null ? null : s.iterator();
        }
    }
}
class Limited<T> implements Iterator<T> {
    private final Iterator<T> from;
    private long left;
    Limited(Iterator<T> from, long left) { if (left < 0) throw new IllegalArgumentException("" + left); this.from = from; this.left = left; }
    public boolean hasNext() { return left > 0 && from.hasNext(); }
    public T next() { left--; return from.next(); }
}
class Skipped<T> implements Iterator<T> {
    private final Iterator<T> from;
    private long n;
    Skipped(Iterator<T> from, long n) { this.from = from; this.n = n; }
    private void skip() { while (n > 0 && from.hasNext()) { from.next(); n--; } n = 0; }
    public boolean hasNext() { skip(); return from.hasNext(); }
    public T next() { skip(); return from.next(); }
}
class Ordered<T> implements Iterator<T> {
    final Iterator<T> from;
    private final Comparator<Object> by;
    private Iterator<T> sorted;
    Ordered(Iterator<T> from, Comparator<? super T> by) { this.from = from; this.by = (Comparator<Object>) by; }
    private void sort() { if (sorted != null) return; ArrayList<T> all = new ArrayList<>(); while (from.hasNext()) all.add(from.next()); all.sort(by); sorted = all.iterator(); }
    public boolean hasNext() { sort(); return sorted.hasNext(); }
    public T next() { sort(); return sorted.next(); }
}

public class Pipe<T> implements Stream<T> {
    private Iterable<T> source;
    private Iterator<T> all;
    private boolean used;
    public Pipe(Iterable<T> source) { this.source = source; }
    Pipe(Iterator<T> all) { this.all = all; }
    // The elements, which only one step may take; of a collection those that it has by then.
    Iterator<T> take() {
        if (used) throw new IllegalStateException("stream has already been operated upon or closed");
        used = true;
        return source == null ? all : new Later<T>(source);
    }
    public Iterator<T> iterator() { return take(); }
    public Stream<T> sequential() { return this; }
    public Stream<T> parallel() { return Parallel.of(take()); }
    public boolean isParallel() { return false; }
    public Stream<T> unordered() { return this; }
    public void close() {}
    public Stream<T> filter(Predicate<? super T> test) { return new Pipe<T>(new Filtered<T>(take(), test, 0)); }
    public Stream<T> takeWhile(Predicate<? super T> test) { return new Pipe<T>(new Filtered<T>(take(), test, 1)); }
    public Stream<T> dropWhile(Predicate<? super T> test) { return new Pipe<T>(new Filtered<T>(take(), test, 2)); }
    public <R> Stream<R> map(Function<? super T, ? extends R> f) { return new Pipe<R>(new Mapped<T, R>(take(), f)); }
    public IntStream mapToInt(ToIntFunction<? super T> f) { return new IntPipe(new Mapped<T, Integer>(take(), t -> f.applyAsInt(t))); }
    public LongStream mapToLong(ToLongFunction<? super T> f) { return new LongPipe(new Mapped<T, Long>(take(), t -> f.applyAsLong(t))); }
    public DoubleStream mapToDouble(ToDoubleFunction<? super T> f) { return new DoublePipe(new Mapped<T, Double>(take(), t -> f.applyAsDouble(t))); }
    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> f) { return new Pipe<R>(new Flat<T, R>(take(), f)); }
    public Stream<T> distinct() { HashSet<T> seen = new HashSet<>(); return new Pipe<T>(new Filtered<T>(take(), t -> seen.add(t), 0)); }
    public Stream<T> sorted() { return new Pipe<T>(new Ordered<T>(take(), null)); }
    public Stream<T> sorted(Comparator<? super T> by) { return new Pipe<T>(new Ordered<T>(take(), by)); }
    public Stream<T> peek(Consumer<? super T> action) { return new Pipe<T>(new Mapped<T, T>(take(), t -> { action.accept(t); return t; })); }
    public Stream<T> limit(long n) { return new Pipe<T>(new Limited<T>(take(), n)); }
    public Stream<T> skip(long n) { return new Pipe<T>(new Skipped<T>(take(), n)); }
    public void forEach(Consumer<? super T> action) { Iterator<T> it = take(); while (it.hasNext()) action.accept(it.next()); }
    public void forEachOrdered(Consumer<? super T> action) { forEach(action); }
    private ArrayList<T> list() { ArrayList<T> made = new ArrayList<>(); Iterator<T> it = take(); while (it.hasNext()) made.add(it.next()); return made; }
    public Object[] toArray() { return list().toArray(); }
    public <A> A[] toArray(IntFunction<A[]> make) { ArrayList<T> all = list(); A[] made = make.apply(all.size()); for (int i = 0; i < made.length; i++) made[i] = (A) all.get(i); return made; }
    public T reduce(T first, BinaryOperator<T> join) { T t = first; Iterator<T> it = take(); while (it.hasNext()) t = join.apply(t, it.next()); return t; }
    public Optional<T> reduce(BinaryOperator<T> join) {
        Iterator<T> it = take();
        if (!it.hasNext()) return Optional.empty();
        T t = it.next();
        while (it.hasNext()) t = join.apply(t, it.next());
        return Optional.of(t);
    }
    public <U> U reduce(U first, BiFunction<U, ? super T, U> add, BinaryOperator<U> join) { U u = first; Iterator<T> it = take(); while (it.hasNext()) u = add.apply(u, it.next()); return u; }
    public <R> R collect(Supplier<R> make, BiConsumer<R, ? super T> add, BiConsumer<R, R> join) { R made = make.get(); Iterator<T> it = take(); while (it.hasNext()) add.accept(made, it.next()); return made; }
    public <R, A> R collect(Collector<? super T, A, R> collector) {
        A made = collector.supplier().get();
        BiConsumer<A, Object> add = (BiConsumer<A, Object>) (Object) collector.accumulator();
        Iterator<T> it = take();
        while (it.hasNext()) add.accept(made, it.next());
        return collector.finisher().apply(made);
    }
    public List<T> toList() { return Collections.unmodifiableList(list()); }
    public Optional<T> min(Comparator<? super T> by) { return reduce((a, b) -> by.compare(a, b) <= 0 ? a : b); }
    public Optional<T> max(Comparator<? super T> by) { return reduce((a, b) -> by.compare(a, b) >= 0 ? a : b); }
    // As since JDK 9, no step is done where the source says how many elements there are, and each step keeps them.
    public long count() {
        Iterator<?> it = take(), source = it;
        while (source instanceof Mapped<?, ?> || source instanceof Ordered<?>) source = source instanceof Mapped<?, ?> m ? m.from : ((Ordered<?>) source).from;
        if (source instanceof Later<?> l && l.source instanceof Collection<?> all) return all.size();
        if (source instanceof IntRange r) return r.size();
        if (source instanceof LongRange r) return r.size();
        long n = 0;
        while (it.hasNext()) { it.next(); n++; }
        return n;
    }
    public boolean anyMatch(Predicate<? super T> test) { Iterator<T> it = take(); while (it.hasNext()) if (test.test(it.next())) return true; return false; }
    public boolean allMatch(Predicate<? super T> test) { Iterator<T> it = take(); while (it.hasNext()) if (!test.test(it.next())) return false; return true; }
    public boolean noneMatch(Predicate<? super T> test) { return !anyMatch(test); }
    public Optional<T> findFirst() { Iterator<T> it = take(); return it.hasNext() ? Optional.of(it.next()) : Optional.empty(); }
    public Optional<T> findAny() { return findFirst(); }
}
class Later<T> implements Iterator<T> {
    final Iterable<T> source;
    private Iterator<T> all;
    Later(Iterable<T> source) { this.source = source; }
    private void begin() { if (all == null) all = source.iterator(); }
    public boolean hasNext() { begin(); return all.hasNext(); }
    public T next() { begin(); return all.next(); }
}
