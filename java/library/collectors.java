// Collectors: what the elements of a stream become.
package java.util.stream;

import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

class CollectorOf<T, A, R> implements Collector<T, A, R> {
    private final Supplier<A> make;
    private final BiConsumer<A, T> add;
    private final Function<A, R> end;
    // None where the elements are added one after the other, in their order: nobody sees the difference.
    private final BinaryOperator<A> join;
    private final Set<Collector.Characteristics> all;
    CollectorOf(Supplier<A> make, BiConsumer<A, T> add, Function<A, R> end) { this(make, add, null, end); }
    CollectorOf(Supplier<A> make, BiConsumer<A, T> add, BinaryOperator<A> join, Function<A, R> end, Collector.Characteristics... all) { this.make = make; this.add = add; this.join = join; this.end = end; this.all = Set.of(all); }
    // One whose container all threads add to.
    CollectorOf<T, A, R> concurrent() { return new CollectorOf<T, A, R>(make, add, join, end, Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED); }
    public Supplier<A> supplier() { return make; }
    public BiConsumer<A, T> accumulator() { return add; }
    public BinaryOperator<A> combiner() { return join; }
    public Function<A, R> finisher() { return end; }
    public Set<Collector.Characteristics> characteristics() { return all; }
}
class Box<T> {
    T value;
    boolean there;
    long count;
    double sum, rest, simple;
    // As the JDK adds: what is lost is added later.
    void add(double d) { double y = d - rest, t = sum + y; rest = t - sum - y; sum = t; simple += d; count++; }
    double total() { double t = sum - rest; return t != t && (simple == Double.POSITIVE_INFINITY || simple == Double.NEGATIVE_INFINITY) ? simple : t; }
}
public final class Collectors {
    private static <T, A, R> Collector<T, A, R> made(Supplier<A> make, BiConsumer<A, T> add, Function<A, R> end) { return new CollectorOf<T, A, R>(make, add, end); }
    public static <T> Collector<T, ?, List<T>> toList() { return new CollectorOf<T, ArrayList<T>, List<T>>(() -> new ArrayList<T>(), (l, t) -> l.add(t), l -> l); }
    public static <T> Collector<T, ?, List<T>> toUnmodifiableList() { return new CollectorOf<T, ArrayList<T>, List<T>>(() -> new ArrayList<T>(), (l, t) -> l.add(t), l -> List.copyOf(l)); }
    public static <T> Collector<T, ?, Set<T>> toSet() { return new CollectorOf<T, HashSet<T>, Set<T>>(() -> new HashSet<T>(), (s, t) -> s.add(t), s -> s); }
    public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> make) { return new CollectorOf<T, C, C>(make, (c, t) -> c.add(t), c -> c); }
    public static Collector<CharSequence, ?, String> joining() { return joining("", "", ""); }
    public static Collector<CharSequence, ?, String> joining(CharSequence by) { return joining(by, "", ""); }
    public static Collector<CharSequence, ?, String> joining(CharSequence by, CharSequence before, CharSequence behind) {
        return new CollectorOf<CharSequence, StringJoiner, String>(() -> new StringJoiner(by, before, behind), (j, s) -> j.add(s), j -> j.toString());
    }
    public static <T> Collector<T, ?, Long> counting() { return new CollectorOf<T, Box<T>, Long>(() -> new Box<T>(), (b, t) -> b.count++, b -> b.count); }
    public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> f) { return new CollectorOf<T, Box<T>, Integer>(() -> new Box<T>(), (b, t) -> b.count += f.applyAsInt(t), b -> (int) b.count); }
    public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> f) { return new CollectorOf<T, Box<T>, Long>(() -> new Box<T>(), (b, t) -> b.count += f.applyAsLong(t), b -> b.count); }
    public static <T> Collector<T, ?, Double> summingDouble(ToDoubleFunction<? super T> f) { return new CollectorOf<T, Box<T>, Double>(() -> new Box<T>(), (b, t) -> b.add(f.applyAsDouble(t)), b -> b.total()); }
    public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> f) { return new CollectorOf<T, long[], Double>(() -> new long[2], (a, t) -> { a[0] += f.applyAsInt(t); a[1]++; }, a -> a[1] == 0 ? 0.0 : (double) a[0] / a[1]); }
    public static <T> Collector<T, ?, Double> averagingLong(ToLongFunction<? super T> f) { return new CollectorOf<T, long[], Double>(() -> new long[2], (a, t) -> { a[0] += f.applyAsLong(t); a[1]++; }, a -> a[1] == 0 ? 0.0 : (double) a[0] / a[1]); }
    public static <T> Collector<T, ?, Double> averagingDouble(ToDoubleFunction<? super T> f) { return new CollectorOf<T, Box<T>, Double>(() -> new Box<T>(), (b, t) -> b.add(f.applyAsDouble(t)), b -> b.count == 0 ? 0.0 : b.total() / b.count); }
    public static <T> Collector<T, ?, Optional<T>> minBy(Comparator<? super T> by) { return reducing((a, b) -> by.compare(a, b) <= 0 ? a : b); }
    public static <T> Collector<T, ?, Optional<T>> maxBy(Comparator<? super T> by) { return reducing((a, b) -> by.compare(a, b) >= 0 ? a : b); }
    public static <T> Collector<T, ?, Optional<T>> reducing(BinaryOperator<T> join) {
        return new CollectorOf<T, Box<T>, Optional<T>>(() -> new Box<T>(), (b, t) -> { b.value = b.there ? join.apply(b.value, t) : t; b.there = true; }, b -> Optional.ofNullable(b.value));
    }
    public static <T> Collector<T, ?, T> reducing(T first, BinaryOperator<T> join) {
        return new CollectorOf<T, Box<T>, T>(() -> { Box<T> b = new Box<T>(); b.value = first; return b; }, (b, t) -> b.value = join.apply(b.value, t), b -> b.value);
    }
    public static <T, U> Collector<T, ?, U> reducing(U first, Function<? super T, ? extends U> f, BinaryOperator<U> join) {
        return new CollectorOf<T, Box<U>, U>(() -> { Box<U> b = new Box<U>(); b.value = first; return b; }, (b, t) -> b.value = join.apply(b.value, f.apply(t)), b -> b.value);
    }
    public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() { return new CollectorOf<T, HashSet<T>, Set<T>>(() -> new HashSet<T>(), (s, t) -> s.add(Objects.requireNonNull(t)), s -> Set.copyOf(s)); }
    public static <T> Collector<T, ?, IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> f) { return new CollectorOf<T, IntSummaryStatistics, IntSummaryStatistics>(() -> new IntSummaryStatistics(), (s, t) -> s.accept(f.applyAsInt(t)), s -> s); }
    public static <T> Collector<T, ?, LongSummaryStatistics> summarizingLong(ToLongFunction<? super T> f) { return new CollectorOf<T, LongSummaryStatistics, LongSummaryStatistics>(() -> new LongSummaryStatistics(), (s, t) -> s.accept(f.applyAsLong(t)), s -> s); }
    public static <T> Collector<T, ?, DoubleSummaryStatistics> summarizingDouble(ToDoubleFunction<? super T> f) { return new CollectorOf<T, DoubleSummaryStatistics, DoubleSummaryStatistics>(() -> new DoubleSummaryStatistics(), (s, t) -> s.accept(f.applyAsDouble(t)), s -> s); }
    public static <T, U, A, R> Collector<T, ?, R> mapping(Function<? super T, ? extends U> f, Collector<? super U, A, R> below) {
        BiConsumer<A, Object> add = (BiConsumer<A, Object>) (Object) below.accumulator();
        return new CollectorOf<T, A, R>(below.supplier(), (a, t) -> add.accept(a, f.apply(t)), below.finisher());
    }
    public static <T, A, R> Collector<T, ?, R> filtering(Predicate<? super T> test, Collector<? super T, A, R> below) {
        BiConsumer<A, Object> add = (BiConsumer<A, Object>) (Object) below.accumulator();
        return new CollectorOf<T, A, R>(below.supplier(), (a, t) -> { if (test.test(t)) add.accept(a, t); }, below.finisher());
    }
    public static <T, A, R, S> Collector<T, A, S> collectingAndThen(Collector<T, A, R> first, Function<R, S> then) {
        Function<A, R> end = first.finisher();
        return new CollectorOf<T, A, S>(first.supplier(), first.accumulator(), a -> then.apply(end.apply(a)));
    }
    public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> key) {
        return new CollectorOf<T, HashMap<K, List<T>>, Map<K, List<T>>>(() -> new HashMap<K, List<T>>(), (m, t) -> m.computeIfAbsent(Objects.requireNonNull(key.apply(t), "element cannot be mapped to a null key"), k -> new ArrayList<T>()).add(t), m -> m);
    }
    public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(Function<? super T, ? extends K> key, Collector<? super T, A, D> below) {
        Supplier<Map<Object, Object>> make = () -> new HashMap<Object, Object>();
        return (Collector<T, ?, Map<K, D>>) (Object) grouped(key, make, below);
    }
    public static <T, K, D, A, M extends Map<K, D>> Collector<T, ?, M> groupingBy(Function<? super T, ? extends K> key, Supplier<M> make, Collector<? super T, A, D> below) {
        return (Collector<T, ?, M>) (Object) grouped(key, make, below);
    }
    public static <T, K> Collector<T, ?, ConcurrentMap<K, List<T>>> groupingByConcurrent(Function<? super T, ? extends K> key) {
        Collector<T, ?, List<T>> lists = toList();
        return groupingByConcurrent(key, lists);
    }
    public static <T, K, A, D> Collector<T, ?, ConcurrentMap<K, D>> groupingByConcurrent(Function<? super T, ? extends K> key, Collector<? super T, A, D> below) {
        Function<Object, Object> by = (Function<Object, Object>) (Object) key;
        Collector<Object, Object, Object> under = (Collector<Object, Object, Object>) (Object) below;
        Supplier<Object> begin = under.supplier();
        BiConsumer<Object, Object> add = under.accumulator();
        Function<Object, Object> end = under.finisher();
        return (Collector<T, ?, ConcurrentMap<K, D>>) (Object) new CollectorOf<Object, ConcurrentHashMap<Object, Object>, Object>(() -> new ConcurrentHashMap<Object, Object>(),
            (m, t) -> m.compute(by.apply(t), (k, v) -> { Object all = v == null ? begin.get() : v; add.accept(all, t); return all; }),
            m -> { m.replaceAll((k, v) -> end.apply(v)); return m; }).concurrent();
    }
    public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value) {
        return new CollectorOf<T, ConcurrentHashMap<K, U>, ConcurrentMap<K, U>>(() -> new ConcurrentHashMap<K, U>(), (m, t) -> {
            K k = key.apply(t);
            U v = Objects.requireNonNull(value.apply(t)), old = m.putIfAbsent(k, v);
            if (old != null) throw new IllegalStateException("Duplicate key " + k + " (attempted merging values " + old + " and " + v + ")");
        }, m -> m).concurrent();
    }
    public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> join) {
        return new CollectorOf<T, ConcurrentHashMap<K, U>, ConcurrentMap<K, U>>(() -> new ConcurrentHashMap<K, U>(), (m, t) -> m.merge(key.apply(t), value.apply(t), join), m -> m).concurrent();
    }
    private static Object grouped(Object by, Object makes, Object under) {
        Function<Object, Object> key = (Function<Object, Object>) by;
        Supplier<Map<Object, Object>> make = (Supplier<Map<Object, Object>>) makes;
        Collector<Object, Object, Object> below = (Collector<Object, Object, Object>) under;
        Supplier<Object> begin = below.supplier();
        BiConsumer<Object, Object> add = below.accumulator();
        Function<Object, Object> end = below.finisher();
        return new CollectorOf<Object, Map<Object, Object>, Map<Object, Object>>(make, (m, t) -> add.accept(m.computeIfAbsent(Objects.requireNonNull(key.apply(t), "element cannot be mapped to a null key"), k -> begin.get()), t), m -> { m.replaceAll((k, v) -> end.apply(v)); return m; });
    }
    public static <T, R1, R2, R> Collector<T, ?, R> teeing(Collector<? super T, ?, R1> one, Collector<? super T, ?, R2> other, BiFunction<? super R1, ? super R2, R> end) {
        Collector<Object, Object, Object> a = (Collector<Object, Object, Object>) (Object) one, b = (Collector<Object, Object, Object>) (Object) other;
        BiFunction<Object, Object, Object> both = (BiFunction<Object, Object, Object>) (Object) end;
        return (Collector<T, ?, R>) (Object) new CollectorOf<Object, Object[], Object>(() -> new Object[] { a.supplier().get(), b.supplier().get() },
            (made, t) -> { a.accumulator().accept(made[0], t); b.accumulator().accept(made[1], t); },
            made -> both.apply(a.finisher().apply(made[0]), b.finisher().apply(made[1])));
    }
    public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> test) {
        return new CollectorOf<T, Map<Boolean, List<T>>, Map<Boolean, List<T>>>(() -> { TreeMap<Boolean, List<T>> m = new TreeMap<>(); m.put(false, new ArrayList<T>()); m.put(true, new ArrayList<T>()); return m; }, (m, t) -> m.get(test.test(t)).add(t), m -> m);
    }
    public static <T, A, D> Collector<T, ?, Map<Boolean, D>> partitioningBy(Predicate<? super T> test, Collector<? super T, A, D> below) {
        Collector<Object, Object, Object> under = (Collector<Object, Object, Object>) (Object) below;
        Supplier<Map<Object, Object>> make = () -> { TreeMap<Object, Object> m = new TreeMap<>(); m.put(false, under.supplier().get()); m.put(true, under.supplier().get()); return m; };
        Function<Object, Object> key = t -> test.test((T) t);
        return (Collector<T, ?, Map<Boolean, D>>) grouped(key, make, below);
    }
    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value) {
        return new CollectorOf<T, HashMap<K, U>, Map<K, U>>(() -> new HashMap<K, U>(), (m, t) -> {
            K k = key.apply(t);
            U v = Objects.requireNonNull(value.apply(t)), old = m.putIfAbsent(k, v);
            if (old != null) throw new IllegalStateException("Duplicate key " + k + " (attempted merging values " + old + " and " + v + ")");
        }, m -> m);
    }
    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> join) {
        return new CollectorOf<T, HashMap<K, U>, Map<K, U>>(() -> new HashMap<K, U>(), (m, t) -> m.merge(key.apply(t), value.apply(t), join), m -> m);
    }
    public static <T, K, U, M extends Map<K, U>> Collector<T, ?, M> toMap(Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> join, Supplier<M> make) {
        return new CollectorOf<T, M, M>(make, (m, t) -> m.merge(key.apply(t), value.apply(t), join), m -> m);
    }
}
