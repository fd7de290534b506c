// Streams of numbers: each is a stream of boxes, whatever does its work.
package java.util.stream;

import java.util.*;
import java.util.function.*;

public interface IntStream extends BaseStream<Integer, IntStream> {
    IntStream filter(IntPredicate test);
    IntStream map(IntUnaryOperator f);
    <U> Stream<U> mapToObj(IntFunction<? extends U> f);
    IntStream flatMap(IntFunction<? extends IntStream> f);
    Stream<Integer> boxed();
    IntStream distinct();
    IntStream sorted();
    IntStream peek(IntConsumer action);
    IntStream limit(long n);
    IntStream skip(long n);
    IntStream takeWhile(IntPredicate test);
    IntStream dropWhile(IntPredicate test);
    void forEach(IntConsumer action);
    void forEachOrdered(IntConsumer action);
    int[] toArray();
    int reduce(int first, IntBinaryOperator join);
    OptionalInt reduce(IntBinaryOperator join);
    <R> R collect(Supplier<R> make, ObjIntConsumer<R> add, BiConsumer<R, R> join);
    int sum();
    OptionalInt min();
    OptionalInt max();
    long count();
    OptionalDouble average();
    boolean anyMatch(IntPredicate test);
    boolean allMatch(IntPredicate test);
    boolean noneMatch(IntPredicate test);
    OptionalInt findFirst();
    OptionalInt findAny();
    LongStream asLongStream();
    DoubleStream asDoubleStream();
    LongStream mapToLong(IntToLongFunction f);
    DoubleStream mapToDouble(IntToDoubleFunction f);
    IntSummaryStatistics summaryStatistics();
    static IntStream of(int... all) { ArrayList<Integer> list = new ArrayList<>(); for (int n : all) list.add(n); return new IntPipe(list.iterator()); }
    static IntStream empty() { return new IntPipe(new ArrayList<Integer>().iterator()); }
    static IntStream generate(IntSupplier make) { return new IntPipe(new Made<Integer>(() -> make.getAsInt())); }
    static IntStream iterate(int first, IntUnaryOperator next) { return new IntPipe(new Iterated<Integer>(first, null, n -> next.applyAsInt(n))); }
    static IntStream iterate(int first, IntPredicate goesOn, IntUnaryOperator next) { return new IntPipe(new Iterated<Integer>(first, n -> goesOn.test(n), n -> next.applyAsInt(n))); }
    static IntStream concat(IntStream a, IntStream b) { return new IntPipe(new Joined<Integer>(a.iterator(), b.iterator())); }
    static IntStream range(int from, int to) { return new IntPipe(new IntRange(from, to)); }
    static IntStream rangeClosed(int from, int to) { return new IntPipe(new IntRange(from, to + 1)); }
}
class IntRange implements Iterator<Integer> {
    private int at;
    private final int to;
    IntRange(int at, int to) { this.at = at; this.to = to; }
    public boolean hasNext() { return at < to; }
    public Integer next() { int n = at; at++; return n; }
    long size() { return Math.max(0L, (long) to - at); }
}
class IntPipe implements IntStream {
    private final Stream<Integer> pipe;
    IntPipe(Iterator<Integer> all) { pipe = new Pipe<Integer>(all); }
    IntPipe(Stream<Integer> pipe) { this.pipe = pipe; }
    public Iterator<Integer> iterator() { return pipe.iterator(); }
    public IntStream parallel() { return new IntPipe(pipe.parallel()); }
    public boolean isParallel() { return pipe.isParallel(); }
    public IntStream sequential() { return new IntPipe(pipe.sequential()); }
    public IntStream unordered() { return this; }
    public void close() {}
    public IntStream filter(IntPredicate test) { return new IntPipe(pipe.filter(n -> test.test(n))); }
    public IntStream takeWhile(IntPredicate test) { return new IntPipe(pipe.takeWhile(n -> test.test(n))); }
    public IntStream dropWhile(IntPredicate test) { return new IntPipe(pipe.dropWhile(n -> test.test(n))); }
    public IntStream map(IntUnaryOperator f) { Stream<Integer> made = pipe.map(n -> f.applyAsInt(n)); return new IntPipe(made); }
    public <U> Stream<U> mapToObj(IntFunction<? extends U> f) { return pipe.map(n -> f.apply(n)); }
    public IntStream flatMap(IntFunction<? extends IntStream> f) { Stream<Integer> made = pipe.flatMap(n -> { IntStream s = f.apply(n); return s == null ? null : s.boxed(); }); return new IntPipe(made); }
    public Stream<Integer> boxed() { return pipe; }
    public IntStream distinct() { return new IntPipe(pipe.distinct()); }
    public IntStream sorted() { return new IntPipe(pipe.sorted()); }
    public IntStream peek(IntConsumer action) { return new IntPipe(pipe.peek(n -> action.accept(n))); }
    public IntStream limit(long n) { return new IntPipe(pipe.limit(n)); }
    public IntStream skip(long n) { return new IntPipe(pipe.skip(n)); }
    public void forEach(IntConsumer action) { pipe.forEach(n -> action.accept(n)); }
    public void forEachOrdered(IntConsumer action) { pipe.forEachOrdered(n -> action.accept(n)); }
    public int[] toArray() { ArrayList<Integer> all = new ArrayList<>(); Iterator<Integer> it = pipe.iterator(); while (it.hasNext()) all.add(it.next()); int[] made = new int[all.size()]; for (int i = 0; i < made.length; i++) made[i] = all.get(i); return made; }
    private static OptionalInt unboxed(Optional<Integer> o) { return o.isPresent() ? OptionalInt.of(o.get()) : OptionalInt.empty(); }
    public int reduce(int first, IntBinaryOperator join) { return pipe.reduce(first, (a, b) -> join.applyAsInt(a, b)); }
    public OptionalInt reduce(IntBinaryOperator join) { return unboxed(pipe.reduce((a, b) -> join.applyAsInt(a, b))); }
    public <R> R collect(Supplier<R> make, ObjIntConsumer<R> add, BiConsumer<R, R> join) { return pipe.collect(make, (r, n) -> add.accept(r, n), join); }
    public OptionalInt min() { return reduce((a, b) -> Math.min(a, b)); }
    public OptionalInt max() { return reduce((a, b) -> Math.max(a, b)); }
    public long count() { return pipe.count(); }
    public boolean anyMatch(IntPredicate test) { return pipe.anyMatch(n -> test.test(n)); }
    public boolean allMatch(IntPredicate test) { return pipe.allMatch(n -> test.test(n)); }
    public boolean noneMatch(IntPredicate test) { return pipe.noneMatch(n -> test.test(n)); }
    public OptionalInt findFirst() { return unboxed(pipe.findFirst()); }
    public OptionalInt findAny() { return unboxed(pipe.findAny()); }
    public int sum() { int s = 0; Iterator<Integer> it = pipe.iterator(); while (it.hasNext()) s += it.next(); return s; }
    public OptionalDouble average() { long s = 0, n = 0; Iterator<Integer> it = pipe.iterator(); while (it.hasNext()) { s += it.next(); n++; } return n == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) s / n); }
    public LongStream asLongStream() { return mapToLong(n -> n); }
    public DoubleStream asDoubleStream() { return mapToDouble(n -> n); }
    public LongStream mapToLong(IntToLongFunction f) { Stream<Long> made = pipe.map(n -> f.applyAsLong(n)); return new LongPipe(made); }
    public DoubleStream mapToDouble(IntToDoubleFunction f) { Stream<Double> made = pipe.map(n -> f.applyAsDouble(n)); return new DoublePipe(made); }
    public IntSummaryStatistics summaryStatistics() { IntSummaryStatistics s = new IntSummaryStatistics(); Iterator<Integer> it = pipe.iterator(); while (it.hasNext()) s.accept(it.next()); return s; }
}

public interface LongStream extends BaseStream<Long, LongStream> {
    LongStream filter(LongPredicate test);
    LongStream map(LongUnaryOperator f);
    <U> Stream<U> mapToObj(LongFunction<? extends U> f);
    LongStream flatMap(LongFunction<? extends LongStream> f);
    Stream<Long> boxed();
    LongStream distinct();
    LongStream sorted();
    LongStream peek(LongConsumer action);
    LongStream limit(long n);
    LongStream skip(long n);
    LongStream takeWhile(LongPredicate test);
    LongStream dropWhile(LongPredicate test);
    void forEach(LongConsumer action);
    void forEachOrdered(LongConsumer action);
    long[] toArray();
    long reduce(long first, LongBinaryOperator join);
    OptionalLong reduce(LongBinaryOperator join);
    <R> R collect(Supplier<R> make, ObjLongConsumer<R> add, BiConsumer<R, R> join);
    long sum();
    OptionalLong min();
    OptionalLong max();
    long count();
    OptionalDouble average();
    boolean anyMatch(LongPredicate test);
    boolean allMatch(LongPredicate test);
    boolean noneMatch(LongPredicate test);
    OptionalLong findFirst();
    OptionalLong findAny();
    DoubleStream asDoubleStream();
    IntStream mapToInt(LongToIntFunction f);
    DoubleStream mapToDouble(LongToDoubleFunction f);
    LongSummaryStatistics summaryStatistics();
    static LongStream of(long... all) { ArrayList<Long> list = new ArrayList<>(); for (long n : all) list.add(n); return new LongPipe(list.iterator()); }
    static LongStream empty() { return new LongPipe(new ArrayList<Long>().iterator()); }
    static LongStream generate(LongSupplier make) { return new LongPipe(new Made<Long>(() -> make.getAsLong())); }
    static LongStream iterate(long first, LongUnaryOperator next) { return new LongPipe(new Iterated<Long>(first, null, n -> next.applyAsLong(n))); }
    static LongStream iterate(long first, LongPredicate goesOn, LongUnaryOperator next) { return new LongPipe(new Iterated<Long>(first, n -> goesOn.test(n), n -> next.applyAsLong(n))); }
    static LongStream concat(LongStream a, LongStream b) { return new LongPipe(new Joined<Long>(a.iterator(), b.iterator())); }
    static LongStream range(long from, long to) { return new LongPipe(new LongRange(from, to)); }
    static LongStream rangeClosed(long from, long to) { return new LongPipe(new LongRange(from, to + 1)); }
}
class LongRange implements Iterator<Long> {
    private long at;
    private final long to;
    LongRange(long at, long to) { this.at = at; this.to = to; }
    public boolean hasNext() { return at < to; }
    public Long next() { long n = at; at++; return n; }
    long size() { return Math.max(0L, to - at); }
}
class LongPipe implements LongStream {
    private final Stream<Long> pipe;
    LongPipe(Iterator<Long> all) { pipe = new Pipe<Long>(all); }
    LongPipe(Stream<Long> pipe) { this.pipe = pipe; }
    public Iterator<Long> iterator() { return pipe.iterator(); }
    public LongStream parallel() { return new LongPipe(pipe.parallel()); }
    public boolean isParallel() { return pipe.isParallel(); }
    public LongStream sequential() { return new LongPipe(pipe.sequential()); }
    public LongStream unordered() { return this; }
    public void close() {}
    public LongStream filter(LongPredicate test) { return new LongPipe(pipe.filter(n -> test.test(n))); }
    public LongStream takeWhile(LongPredicate test) { return new LongPipe(pipe.takeWhile(n -> test.test(n))); }
    public LongStream dropWhile(LongPredicate test) { return new LongPipe(pipe.dropWhile(n -> test.test(n))); }
    public LongStream map(LongUnaryOperator f) { Stream<Long> made = pipe.map(n -> f.applyAsLong(n)); return new LongPipe(made); }
    public <U> Stream<U> mapToObj(LongFunction<? extends U> f) { return pipe.map(n -> f.apply(n)); }
    public LongStream flatMap(LongFunction<? extends LongStream> f) { Stream<Long> made = pipe.flatMap(n -> { LongStream s = f.apply(n); return s == null ? null : s.boxed(); }); return new LongPipe(made); }
    public Stream<Long> boxed() { return pipe; }
    public LongStream distinct() { return new LongPipe(pipe.distinct()); }
    public LongStream sorted() { return new LongPipe(pipe.sorted()); }
    public LongStream peek(LongConsumer action) { return new LongPipe(pipe.peek(n -> action.accept(n))); }
    public LongStream limit(long n) { return new LongPipe(pipe.limit(n)); }
    public LongStream skip(long n) { return new LongPipe(pipe.skip(n)); }
    public void forEach(LongConsumer action) { pipe.forEach(n -> action.accept(n)); }
    public void forEachOrdered(LongConsumer action) { pipe.forEachOrdered(n -> action.accept(n)); }
    public long[] toArray() { ArrayList<Long> all = new ArrayList<>(); Iterator<Long> it = pipe.iterator(); while (it.hasNext()) all.add(it.next()); long[] made = new long[all.size()]; for (int i = 0; i < made.length; i++) made[i] = all.get(i); return made; }
    private static OptionalLong unboxed(Optional<Long> o) { return o.isPresent() ? OptionalLong.of(o.get()) : OptionalLong.empty(); }
    public long reduce(long first, LongBinaryOperator join) { return pipe.reduce(first, (a, b) -> join.applyAsLong(a, b)); }
    public OptionalLong reduce(LongBinaryOperator join) { return unboxed(pipe.reduce((a, b) -> join.applyAsLong(a, b))); }
    public <R> R collect(Supplier<R> make, ObjLongConsumer<R> add, BiConsumer<R, R> join) { return pipe.collect(make, (r, n) -> add.accept(r, n), join); }
    public OptionalLong min() { return reduce((a, b) -> Math.min(a, b)); }
    public OptionalLong max() { return reduce((a, b) -> Math.max(a, b)); }
    public long count() { return pipe.count(); }
    public boolean anyMatch(LongPredicate test) { return pipe.anyMatch(n -> test.test(n)); }
    public boolean allMatch(LongPredicate test) { return pipe.allMatch(n -> test.test(n)); }
    public boolean noneMatch(LongPredicate test) { return pipe.noneMatch(n -> test.test(n)); }
    public OptionalLong findFirst() { return unboxed(pipe.findFirst()); }
    public OptionalLong findAny() { return unboxed(pipe.findAny()); }
    public long sum() { long s = 0; Iterator<Long> it = pipe.iterator(); while (it.hasNext()) s += it.next(); return s; }
    public OptionalDouble average() { long s = 0, n = 0; Iterator<Long> it = pipe.iterator(); while (it.hasNext()) { s += it.next(); n++; } return n == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) s / n); }
    public DoubleStream asDoubleStream() { return mapToDouble(n -> n); }
    public IntStream mapToInt(LongToIntFunction f) { Stream<Integer> made = pipe.map(n -> f.applyAsInt(n)); return new IntPipe(made); }
    public DoubleStream mapToDouble(LongToDoubleFunction f) { Stream<Double> made = pipe.map(n -> f.applyAsDouble(n)); return new DoublePipe(made); }
    public LongSummaryStatistics summaryStatistics() { LongSummaryStatistics s = new LongSummaryStatistics(); Iterator<Long> it = pipe.iterator(); while (it.hasNext()) s.accept(it.next()); return s; }
}

public interface DoubleStream extends BaseStream<Double, DoubleStream> {
    DoubleStream filter(DoublePredicate test);
    DoubleStream map(DoubleUnaryOperator f);
    <U> Stream<U> mapToObj(DoubleFunction<? extends U> f);
    DoubleStream flatMap(DoubleFunction<? extends DoubleStream> f);
    Stream<Double> boxed();
    DoubleStream distinct();
    DoubleStream sorted();
    DoubleStream peek(DoubleConsumer action);
    DoubleStream limit(long n);
    DoubleStream skip(long n);
    DoubleStream takeWhile(DoublePredicate test);
    DoubleStream dropWhile(DoublePredicate test);
    void forEach(DoubleConsumer action);
    void forEachOrdered(DoubleConsumer action);
    double[] toArray();
    double reduce(double first, DoubleBinaryOperator join);
    OptionalDouble reduce(DoubleBinaryOperator join);
    <R> R collect(Supplier<R> make, ObjDoubleConsumer<R> add, BiConsumer<R, R> join);
    double sum();
    OptionalDouble min();
    OptionalDouble max();
    long count();
    OptionalDouble average();
    boolean anyMatch(DoublePredicate test);
    boolean allMatch(DoublePredicate test);
    boolean noneMatch(DoublePredicate test);
    OptionalDouble findFirst();
    OptionalDouble findAny();
    IntStream mapToInt(DoubleToIntFunction f);
    LongStream mapToLong(DoubleToLongFunction f);
    DoubleSummaryStatistics summaryStatistics();
    static DoubleStream of(double... all) { ArrayList<Double> list = new ArrayList<>(); for (double n : all) list.add(n); return new DoublePipe(list.iterator()); }
    static DoubleStream empty() { return new DoublePipe(new ArrayList<Double>().iterator()); }
    static DoubleStream generate(DoubleSupplier make) { return new DoublePipe(new Made<Double>(() -> make.getAsDouble())); }
    static DoubleStream iterate(double first, DoubleUnaryOperator next) { return new DoublePipe(new Iterated<Double>(first, null, n -> next.applyAsDouble(n))); }
    static DoubleStream iterate(double first, DoublePredicate goesOn, DoubleUnaryOperator next) { return new DoublePipe(new Iterated<Double>(first, n -> goesOn.test(n), n -> next.applyAsDouble(n))); }
    static DoubleStream concat(DoubleStream a, DoubleStream b) { return new DoublePipe(new Joined<Double>(a.iterator(), b.iterator())); }
}
class DoublePipe implements DoubleStream {
    private final Stream<Double> pipe;
    DoublePipe(Iterator<Double> all) { pipe = new Pipe<Double>(all); }
    DoublePipe(Stream<Double> pipe) { this.pipe = pipe; }
    public Iterator<Double> iterator() { return pipe.iterator(); }
    public DoubleStream parallel() { return new DoublePipe(pipe.parallel()); }
    public boolean isParallel() { return pipe.isParallel(); }
    public DoubleStream sequential() { return new DoublePipe(pipe.sequential()); }
    public DoubleStream unordered() { return this; }
    public void close() {}
    public DoubleStream filter(DoublePredicate test) { return new DoublePipe(pipe.filter(n -> test.test(n))); }
    public DoubleStream takeWhile(DoublePredicate test) { return new DoublePipe(pipe.takeWhile(n -> test.test(n))); }
    public DoubleStream dropWhile(DoublePredicate test) { return new DoublePipe(pipe.dropWhile(n -> test.test(n))); }
    public DoubleStream map(DoubleUnaryOperator f) { Stream<Double> made = pipe.map(n -> f.applyAsDouble(n)); return new DoublePipe(made); }
    public <U> Stream<U> mapToObj(DoubleFunction<? extends U> f) { return pipe.map(n -> f.apply(n)); }
    public DoubleStream flatMap(DoubleFunction<? extends DoubleStream> f) { Stream<Double> made = pipe.flatMap(n -> { DoubleStream s = f.apply(n); return s == null ? null : s.boxed(); }); return new DoublePipe(made); }
    public Stream<Double> boxed() { return pipe; }
    public DoubleStream distinct() { return new DoublePipe(pipe.distinct()); }
    public DoubleStream sorted() { return new DoublePipe(pipe.sorted()); }
    public DoubleStream peek(DoubleConsumer action) { return new DoublePipe(pipe.peek(n -> action.accept(n))); }
    public DoubleStream limit(long n) { return new DoublePipe(pipe.limit(n)); }
    public DoubleStream skip(long n) { return new DoublePipe(pipe.skip(n)); }
    public void forEach(DoubleConsumer action) { pipe.forEach(n -> action.accept(n)); }
    public void forEachOrdered(DoubleConsumer action) { pipe.forEachOrdered(n -> action.accept(n)); }
    public double[] toArray() { ArrayList<Double> all = new ArrayList<>(); Iterator<Double> it = pipe.iterator(); while (it.hasNext()) all.add(it.next()); double[] made = new double[all.size()]; for (int i = 0; i < made.length; i++) made[i] = all.get(i); return made; }
    private static OptionalDouble unboxed(Optional<Double> o) { return o.isPresent() ? OptionalDouble.of(o.get()) : OptionalDouble.empty(); }
    public double reduce(double first, DoubleBinaryOperator join) { return pipe.reduce(first, (a, b) -> join.applyAsDouble(a, b)); }
    public OptionalDouble reduce(DoubleBinaryOperator join) { return unboxed(pipe.reduce((a, b) -> join.applyAsDouble(a, b))); }
    public <R> R collect(Supplier<R> make, ObjDoubleConsumer<R> add, BiConsumer<R, R> join) { return pipe.collect(make, (r, n) -> add.accept(r, n), join); }
    public OptionalDouble min() { return reduce((a, b) -> Math.min(a, b)); }
    public OptionalDouble max() { return reduce((a, b) -> Math.max(a, b)); }
    public long count() { return pipe.count(); }
    public boolean anyMatch(DoublePredicate test) { return pipe.anyMatch(n -> test.test(n)); }
    public boolean allMatch(DoublePredicate test) { return pipe.allMatch(n -> test.test(n)); }
    public boolean noneMatch(DoublePredicate test) { return pipe.noneMatch(n -> test.test(n)); }
    public OptionalDouble findFirst() { return unboxed(pipe.findFirst()); }
    public OptionalDouble findAny() { return unboxed(pipe.findAny()); }
    private Box<Object> added() { Box<Object> b = new Box<>(); Iterator<Double> it = pipe.iterator(); while (it.hasNext()) b.add(it.next()); return b; }
    public double sum() { return added().total(); }
    public OptionalDouble average() { Box<Object> b = added(); return b.count == 0 ? OptionalDouble.empty() : OptionalDouble.of(b.total() / b.count); }
    public IntStream mapToInt(DoubleToIntFunction f) { Stream<Integer> made = pipe.map(n -> f.applyAsInt(n)); return new IntPipe(made); }
    public LongStream mapToLong(DoubleToLongFunction f) { Stream<Long> made = pipe.map(n -> f.applyAsLong(n)); return new LongPipe(made); }
    public DoubleSummaryStatistics summaryStatistics() { DoubleSummaryStatistics s = new DoubleSummaryStatistics(); Iterator<Double> it = pipe.iterator(); while (it.hasNext()) s.accept(it.next()); return s; }
}
