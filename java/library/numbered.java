// Streams of numbers.
package java.util.stream;

import java.util.*;
import java.util.function.*;

public interface IntStream extends BaseStream<Integer, IntStream> {
    IntStream parallel();
    boolean isParallel();
    IntStream filter(IntPredicate test);
    IntStream map(IntUnaryOperator f);
    <U> Stream<U> mapToObj(IntFunction<? extends U> f);
    Stream<Integer> boxed();
    IntStream distinct();
    IntStream sorted();
    IntStream peek(IntConsumer action);
    IntStream limit(long n);
    IntStream skip(long n);
    IntStream takeWhile(IntPredicate test);
    void forEach(IntConsumer action);
    int[] toArray();
    int reduce(int first, IntBinaryOperator join);
    OptionalInt reduce(IntBinaryOperator join);
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
}
class IntPipe implements IntStream {
    private final Pipe<Integer> pipe;
    IntPipe(Iterator<Integer> all) { pipe = new Pipe<Integer>(all); }
    IntPipe(Pipe<Integer> pipe) { this.pipe = pipe; }
    public Iterator<Integer> iterator() { return pipe.take(); }
    public IntStream parallel() { return new ParallelInts(Parallel.of(pipe.take())); }
    public boolean isParallel() { return false; }
    public IntStream sequential() { return this; }
    public IntStream unordered() { return this; }
    public void close() {}
    public IntStream filter(IntPredicate test) { return new IntPipe(new Filtered<Integer>(pipe.take(), n -> test.test(n), 0)); }
    public IntStream takeWhile(IntPredicate test) { return new IntPipe(new Filtered<Integer>(pipe.take(), n -> test.test(n), 1)); }
    public IntStream map(IntUnaryOperator f) { return new IntPipe(new Mapped<Integer, Integer>(pipe.take(), n -> f.applyAsInt(n))); }
    public <U> Stream<U> mapToObj(IntFunction<? extends U> f) { return new Pipe<U>(new Mapped<Integer, U>(pipe.take(), n -> f.apply(n))); }
    public Stream<Integer> boxed() { return new Pipe<Integer>(pipe.take()); }
    public IntStream distinct() { return new IntPipe(pipe.distinct().iterator()); }
    public IntStream sorted() { return new IntPipe(new Ordered<Integer>(pipe.take(), null)); }
    public IntStream peek(IntConsumer action) { return map(n -> { action.accept(n); return n; }); }
    public IntStream limit(long n) { return new IntPipe(new Limited<Integer>(pipe.take(), n)); }
    public IntStream skip(long n) { return new IntPipe(new Skipped<Integer>(pipe.take(), n)); }
    public void forEach(IntConsumer action) { Iterator<Integer> it = pipe.take(); while (it.hasNext()) action.accept(it.next()); }
    public int[] toArray() { ArrayList<Integer> all = new ArrayList<>(); Iterator<Integer> it = pipe.take(); while (it.hasNext()) all.add(it.next()); int[] made = new int[all.size()]; for (int i = 0; i < made.length; i++) made[i] = all.get(i); return made; }
    public int reduce(int first, IntBinaryOperator join) { int made = first; Iterator<Integer> it = pipe.take(); while (it.hasNext()) made = join.applyAsInt(made, it.next()); return made; }
    public OptionalInt reduce(IntBinaryOperator join) { Iterator<Integer> it = pipe.take(); if (!it.hasNext()) return OptionalInt.empty(); int made = it.next(); while (it.hasNext()) made = join.applyAsInt(made, it.next()); return OptionalInt.of(made); }
    public OptionalInt min() { return reduce((a, b) -> Math.min(a, b)); }
    public OptionalInt max() { return reduce((a, b) -> Math.max(a, b)); }
    public long count() { return pipe.count(); }
    public boolean anyMatch(IntPredicate test) { return pipe.anyMatch(n -> test.test(n)); }
    public boolean allMatch(IntPredicate test) { return pipe.allMatch(n -> test.test(n)); }
    public boolean noneMatch(IntPredicate test) { return !anyMatch(test); }
    public OptionalInt findFirst() { Iterator<Integer> it = pipe.take(); return it.hasNext() ? OptionalInt.of(it.next()) : OptionalInt.empty(); }
    public OptionalInt findAny() { return findFirst(); }
    public int sum() { int s = 0; Iterator<Integer> it = pipe.take(); while (it.hasNext()) s += it.next(); return s; }
    public OptionalDouble average() { long s = 0, n = 0; Iterator<Integer> it = pipe.take(); while (it.hasNext()) { s += it.next(); n++; } return n == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) s / n); }
    public DoubleStream asDoubleStream() { return new DoublePipe(new Mapped<Integer, Double>(pipe.take(), n -> (double) n)); }
    public LongStream asLongStream() { return new LongPipe(new Mapped<Integer, Long>(pipe.take(), n -> (long) n)); }
    public LongStream mapToLong(IntToLongFunction f) { return new LongPipe(new Mapped<Integer, Long>(pipe.take(), n -> f.applyAsLong(n))); }
    public DoubleStream mapToDouble(IntToDoubleFunction f) { return new DoublePipe(new Mapped<Integer, Double>(pipe.take(), n -> f.applyAsDouble(n))); }
    public IntSummaryStatistics summaryStatistics() { IntSummaryStatistics s = new IntSummaryStatistics(); Iterator<Integer> it = pipe.take(); while (it.hasNext()) s.accept(it.next()); return s; }
}

public interface LongStream extends BaseStream<Long, LongStream> {
    LongStream filter(LongPredicate test);
    LongStream map(LongUnaryOperator f);
    <U> Stream<U> mapToObj(LongFunction<? extends U> f);
    Stream<Long> boxed();
    LongStream distinct();
    LongStream sorted();
    LongStream peek(LongConsumer action);
    LongStream limit(long n);
    LongStream skip(long n);
    LongStream takeWhile(LongPredicate test);
    void forEach(LongConsumer action);
    long[] toArray();
    long reduce(long first, LongBinaryOperator join);
    OptionalLong reduce(LongBinaryOperator join);
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
}
class LongPipe implements LongStream {
    private final Pipe<Long> pipe;
    LongPipe(Iterator<Long> all) { pipe = new Pipe<Long>(all); }
    public Iterator<Long> iterator() { return pipe.take(); }
    public LongStream sequential() { return this; }
    public LongStream unordered() { return this; }
    public void close() {}
    public LongStream filter(LongPredicate test) { return new LongPipe(new Filtered<Long>(pipe.take(), n -> test.test(n), 0)); }
    public LongStream takeWhile(LongPredicate test) { return new LongPipe(new Filtered<Long>(pipe.take(), n -> test.test(n), 1)); }
    public LongStream map(LongUnaryOperator f) { return new LongPipe(new Mapped<Long, Long>(pipe.take(), n -> f.applyAsLong(n))); }
    public <U> Stream<U> mapToObj(LongFunction<? extends U> f) { return new Pipe<U>(new Mapped<Long, U>(pipe.take(), n -> f.apply(n))); }
    public Stream<Long> boxed() { return new Pipe<Long>(pipe.take()); }
    public LongStream distinct() { return new LongPipe(pipe.distinct().iterator()); }
    public LongStream sorted() { return new LongPipe(new Ordered<Long>(pipe.take(), null)); }
    public LongStream peek(LongConsumer action) { return map(n -> { action.accept(n); return n; }); }
    public LongStream limit(long n) { return new LongPipe(new Limited<Long>(pipe.take(), n)); }
    public LongStream skip(long n) { return new LongPipe(new Skipped<Long>(pipe.take(), n)); }
    public void forEach(LongConsumer action) { Iterator<Long> it = pipe.take(); while (it.hasNext()) action.accept(it.next()); }
    public long[] toArray() { ArrayList<Long> all = new ArrayList<>(); Iterator<Long> it = pipe.take(); while (it.hasNext()) all.add(it.next()); long[] made = new long[all.size()]; for (int i = 0; i < made.length; i++) made[i] = all.get(i); return made; }
    public long reduce(long first, LongBinaryOperator join) { long made = first; Iterator<Long> it = pipe.take(); while (it.hasNext()) made = join.applyAsLong(made, it.next()); return made; }
    public OptionalLong reduce(LongBinaryOperator join) { Iterator<Long> it = pipe.take(); if (!it.hasNext()) return OptionalLong.empty(); long made = it.next(); while (it.hasNext()) made = join.applyAsLong(made, it.next()); return OptionalLong.of(made); }
    public OptionalLong min() { return reduce((a, b) -> Math.min(a, b)); }
    public OptionalLong max() { return reduce((a, b) -> Math.max(a, b)); }
    public long count() { return pipe.count(); }
    public boolean anyMatch(LongPredicate test) { return pipe.anyMatch(n -> test.test(n)); }
    public boolean allMatch(LongPredicate test) { return pipe.allMatch(n -> test.test(n)); }
    public boolean noneMatch(LongPredicate test) { return !anyMatch(test); }
    public OptionalLong findFirst() { Iterator<Long> it = pipe.take(); return it.hasNext() ? OptionalLong.of(it.next()) : OptionalLong.empty(); }
    public OptionalLong findAny() { return findFirst(); }
    public long sum() { long s = 0; Iterator<Long> it = pipe.take(); while (it.hasNext()) s += it.next(); return s; }
    public OptionalDouble average() { long s = 0, n = 0; Iterator<Long> it = pipe.take(); while (it.hasNext()) { s += it.next(); n++; } return n == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) s / n); }
    public DoubleStream asDoubleStream() { return new DoublePipe(new Mapped<Long, Double>(pipe.take(), n -> (double) n)); }
    public IntStream mapToInt(LongToIntFunction f) { return new IntPipe(new Mapped<Long, Integer>(pipe.take(), n -> f.applyAsInt(n))); }
}

public interface DoubleStream extends BaseStream<Double, DoubleStream> {
    DoubleStream filter(DoublePredicate test);
    DoubleStream map(DoubleUnaryOperator f);
    <U> Stream<U> mapToObj(DoubleFunction<? extends U> f);
    Stream<Double> boxed();
    DoubleStream distinct();
    DoubleStream sorted();
    DoubleStream peek(DoubleConsumer action);
    DoubleStream limit(long n);
    DoubleStream skip(long n);
    DoubleStream takeWhile(DoublePredicate test);
    void forEach(DoubleConsumer action);
    double[] toArray();
    double reduce(double first, DoubleBinaryOperator join);
    OptionalDouble reduce(DoubleBinaryOperator join);
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
    DoubleSummaryStatistics summaryStatistics();
    static DoubleStream of(double... all) { ArrayList<Double> list = new ArrayList<>(); for (double n : all) list.add(n); return new DoublePipe(list.iterator()); }
    static DoubleStream empty() { return new DoublePipe(new ArrayList<Double>().iterator()); }
    static DoubleStream generate(DoubleSupplier make) { return new DoublePipe(new Made<Double>(() -> make.getAsDouble())); }
    static DoubleStream iterate(double first, DoubleUnaryOperator next) { return new DoublePipe(new Iterated<Double>(first, null, n -> next.applyAsDouble(n))); }
    static DoubleStream iterate(double first, DoublePredicate goesOn, DoubleUnaryOperator next) { return new DoublePipe(new Iterated<Double>(first, n -> goesOn.test(n), n -> next.applyAsDouble(n))); }
    static DoubleStream concat(DoubleStream a, DoubleStream b) { return new DoublePipe(new Joined<Double>(a.iterator(), b.iterator())); }
}
class DoublePipe implements DoubleStream {
    private final Pipe<Double> pipe;
    DoublePipe(Iterator<Double> all) { pipe = new Pipe<Double>(all); }
    public Iterator<Double> iterator() { return pipe.take(); }
    public DoubleStream sequential() { return this; }
    public DoubleStream unordered() { return this; }
    public void close() {}
    public DoubleStream filter(DoublePredicate test) { return new DoublePipe(new Filtered<Double>(pipe.take(), n -> test.test(n), 0)); }
    public DoubleStream takeWhile(DoublePredicate test) { return new DoublePipe(new Filtered<Double>(pipe.take(), n -> test.test(n), 1)); }
    public DoubleStream map(DoubleUnaryOperator f) { return new DoublePipe(new Mapped<Double, Double>(pipe.take(), n -> f.applyAsDouble(n))); }
    public <U> Stream<U> mapToObj(DoubleFunction<? extends U> f) { return new Pipe<U>(new Mapped<Double, U>(pipe.take(), n -> f.apply(n))); }
    public Stream<Double> boxed() { return new Pipe<Double>(pipe.take()); }
    public DoubleStream distinct() { return new DoublePipe(pipe.distinct().iterator()); }
    public DoubleStream sorted() { return new DoublePipe(new Ordered<Double>(pipe.take(), null)); }
    public DoubleStream peek(DoubleConsumer action) { return map(n -> { action.accept(n); return n; }); }
    public DoubleStream limit(long n) { return new DoublePipe(new Limited<Double>(pipe.take(), n)); }
    public DoubleStream skip(long n) { return new DoublePipe(new Skipped<Double>(pipe.take(), n)); }
    public void forEach(DoubleConsumer action) { Iterator<Double> it = pipe.take(); while (it.hasNext()) action.accept(it.next()); }
    public double[] toArray() { ArrayList<Double> all = new ArrayList<>(); Iterator<Double> it = pipe.take(); while (it.hasNext()) all.add(it.next()); double[] made = new double[all.size()]; for (int i = 0; i < made.length; i++) made[i] = all.get(i); return made; }
    public double reduce(double first, DoubleBinaryOperator join) { double made = first; Iterator<Double> it = pipe.take(); while (it.hasNext()) made = join.applyAsDouble(made, it.next()); return made; }
    public OptionalDouble reduce(DoubleBinaryOperator join) { Iterator<Double> it = pipe.take(); if (!it.hasNext()) return OptionalDouble.empty(); double made = it.next(); while (it.hasNext()) made = join.applyAsDouble(made, it.next()); return OptionalDouble.of(made); }
    public OptionalDouble min() { return reduce((a, b) -> Math.min(a, b)); }
    public OptionalDouble max() { return reduce((a, b) -> Math.max(a, b)); }
    public long count() { return pipe.count(); }
    public boolean anyMatch(DoublePredicate test) { return pipe.anyMatch(n -> test.test(n)); }
    public boolean allMatch(DoublePredicate test) { return pipe.allMatch(n -> test.test(n)); }
    public boolean noneMatch(DoublePredicate test) { return !anyMatch(test); }
    public OptionalDouble findFirst() { Iterator<Double> it = pipe.take(); return it.hasNext() ? OptionalDouble.of(it.next()) : OptionalDouble.empty(); }
    public OptionalDouble findAny() { return findFirst(); }
    private Box<Object> added() { Box<Object> b = new Box<>(); Iterator<Double> it = pipe.take(); while (it.hasNext()) b.add(it.next()); return b; }
    public double sum() { return added().total(); }
    public OptionalDouble average() { Box<Object> b = added(); return b.count == 0 ? OptionalDouble.empty() : OptionalDouble.of(b.total() / b.count); }
    public DoubleSummaryStatistics summaryStatistics() { DoubleSummaryStatistics s = new DoubleSummaryStatistics(); Iterator<Double> it = pipe.take(); while (it.hasNext()) s.accept(it.next()); return s; }
    public IntStream mapToInt(DoubleToIntFunction f) { return new IntPipe(new Mapped<Double, Integer>(pipe.take(), n -> f.applyAsInt(n))); }
}
