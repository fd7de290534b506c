// The part of java.util.concurrent.atomic that programs run with: each change is one step. The first field is the value.
package java.util.concurrent.atomic;

import java.util.function.*;

public class AtomicInteger extends Number {
    private volatile int value;
    public AtomicInteger() {}
    public AtomicInteger(int value) { this.value = value; }
    public final int get() { return value; }
    public final void set(int v) { value = v; }
    public final void lazySet(int v) { value = v; }
    public final int getAndSet(int v) { return (int) RacefreePrimitives.getAndSet(this, v); }
    public final int getAndAdd(int d) { return RacefreePrimitives.getAndAdd(this, d); }
    public final int getAndIncrement() { return RacefreePrimitives.getAndAdd(this, 1); }
    public final int getAndDecrement() { return RacefreePrimitives.getAndAdd(this, -1); }
    public final int addAndGet(int d) { return RacefreePrimitives.getAndAdd(this, d) + d; }
    public final int incrementAndGet() { return RacefreePrimitives.getAndAdd(this, 1) + 1; }
    public final int decrementAndGet() { return RacefreePrimitives.getAndAdd(this, -1) - 1; }
    public final boolean compareAndSet(int old, int now) { return RacefreePrimitives.compareAndSet(this, old, now); }
    public final boolean weakCompareAndSet(int old, int now) { return RacefreePrimitives.compareAndSet(this, old, now); }
    public final int updateAndGet(IntUnaryOperator f) { while (true) { int old = value, now = f.applyAsInt(old); if (compareAndSet(old, now)) return now; } }
    public final int getAndUpdate(IntUnaryOperator f) { while (true) { int old = value; if (compareAndSet(old, f.applyAsInt(old))) return old; } }
    public final int getAndAccumulate(int x, IntBinaryOperator f) { while (true) { int old = value; if (compareAndSet(old, f.applyAsInt(old, x))) return old; } }
    public final int compareAndExchange(int old, int now) { while (true) { int seen = value; if (seen != old || compareAndSet(old, now)) return seen; } }
    public final int getPlain() { return value; }
    public final void setPlain(int v) { value = v; }
    public final int getAcquire() { return value; }
    public final void setRelease(int v) { value = v; }
    public final int getOpaque() { return value; }
    public final void setOpaque(int v) { value = v; }
    public final int accumulateAndGet(int x, IntBinaryOperator f) { while (true) { int old = value, now = f.applyAsInt(old, x); if (compareAndSet(old, now)) return now; } }
    public int intValue() { return value; }
    public long longValue() { return value; }
    public double doubleValue() { return value; }
    public String toString() { return "" + value; }
}
public class AtomicLong extends Number {
    private volatile long value;
    public AtomicLong() {}
    public AtomicLong(long value) { this.value = value; }
    public final long get() { return value; }
    public final void set(long v) { value = v; }
    public final long getAndAdd(long d) { return RacefreePrimitives.getAndAddLong(this, d); }
    public final long getAndIncrement() { return RacefreePrimitives.getAndAddLong(this, 1); }
    public final long addAndGet(long d) { return RacefreePrimitives.getAndAddLong(this, d) + d; }
    public final long incrementAndGet() { return RacefreePrimitives.getAndAddLong(this, 1) + 1; }
    public final long decrementAndGet() { return RacefreePrimitives.getAndAddLong(this, -1) - 1; }
    public final long getAndSet(long v) { return (long) RacefreePrimitives.getAndSet(this, v); }
    public final boolean compareAndSet(long old, long now) { return RacefreePrimitives.compareAndSet(this, old, now); }
    public final long updateAndGet(LongUnaryOperator f) { while (true) { long old = value, now = f.applyAsLong(old); if (compareAndSet(old, now)) return now; } }
    public final long getAndUpdate(LongUnaryOperator f) { while (true) { long old = value; if (compareAndSet(old, f.applyAsLong(old))) return old; } }
    public final long getAndAccumulate(long x, LongBinaryOperator f) { while (true) { long old = value; if (compareAndSet(old, f.applyAsLong(old, x))) return old; } }
    public final long compareAndExchange(long old, long now) { while (true) { long seen = value; if (seen != old || compareAndSet(old, now)) return seen; } }
    public final long getAndDecrement() { return RacefreePrimitives.getAndAddLong(this, -1); }
    public final boolean weakCompareAndSet(long old, long now) { return compareAndSet(old, now); }
    public final void lazySet(long v) { value = v; }
    public final long getPlain() { return value; }
    public final void setPlain(long v) { value = v; }
    public final long getAcquire() { return value; }
    public final void setRelease(long v) { value = v; }
    public final long accumulateAndGet(long x, LongBinaryOperator f) { while (true) { long old = value, now = f.applyAsLong(old, x); if (compareAndSet(old, now)) return now; } }
    public int intValue() { return (int) value; }
    public long longValue() { return value; }
    public double doubleValue() { return value; }
    public String toString() { return "" + value; }
}
public class LongAdder {
    private volatile long value;
    public LongAdder() {}
    public void add(long d) { RacefreePrimitives.getAndAddLong(this, d); }
    public void increment() { RacefreePrimitives.getAndAddLong(this, 1); }
    public void decrement() { RacefreePrimitives.getAndAddLong(this, -1); }
    public long sum() { return value; }
    public long longValue() { return value; }
    public int intValue() { return (int) value; }
    public void reset() { value = 0; }
    // As the JDK: what others add meanwhile may be lost or not.
    public long sumThenReset() { return (long) RacefreePrimitives.getAndSet(this, 0L); }
    public String toString() { return "" + value; }
}
// One cell, as the sum of a few is in no order.
public class DoubleAdder {
    private volatile double value;
    public DoubleAdder() {}
    public void add(double d) { while (true) { Double old = value; if (RacefreePrimitives.compareAndSet(this, old, old + d)) return; } }
    public double sum() { return value; }
    public double doubleValue() { return value; }
    public int intValue() { return (int) value; }
    public void reset() { value = 0; }
    public double sumThenReset() { return (double) RacefreePrimitives.getAndSet(this, 0.0); }
    public String toString() { return "" + value; }
}
public class LongAccumulator {
    private volatile long value;
    private final LongBinaryOperator f;
    private final long first;
    public LongAccumulator(LongBinaryOperator f, long first) { value = first; this.f = f; this.first = first; }
    public void accumulate(long x) { while (true) { long old = value; if (RacefreePrimitives.compareAndSet(this, old, f.applyAsLong(old, x))) return; } }
    public long get() { return value; }
    public void reset() { value = first; }
    public long getThenReset() { return (long) RacefreePrimitives.getAndSet(this, first); }
    public long longValue() { return value; }
    public int intValue() { return (int) value; }
    public String toString() { return "" + value; }
}
public class AtomicBoolean {
    private volatile boolean value;
    public AtomicBoolean() {}
    public AtomicBoolean(boolean value) { this.value = value; }
    public final boolean get() { return value; }
    public final void set(boolean v) { value = v; }
    public final boolean getAndSet(boolean v) { return (boolean) RacefreePrimitives.getAndSet(this, v); }
    public final boolean compareAndSet(boolean old, boolean now) { return RacefreePrimitives.compareAndSet(this, old, now); }
    public final boolean weakCompareAndSet(boolean old, boolean now) { return compareAndSet(old, now); }
    public final boolean compareAndExchange(boolean old, boolean now) { while (true) { boolean seen = value; if (seen != old || compareAndSet(old, now)) return seen; } }
    public final void lazySet(boolean v) { value = v; }
    public final boolean getPlain() { return value; }
    public final void setPlain(boolean v) { value = v; }
    public final boolean getAcquire() { return value; }
    public final void setRelease(boolean v) { value = v; }
    public String toString() { return "" + value; }
}
public class AtomicReference<V> {
    private volatile V value;
    public AtomicReference() {}
    public AtomicReference(V value) { this.value = value; }
    public final V get() { return value; }
    public final void set(V v) { value = v; }
    public final V getAndSet(V v) { return (V) RacefreePrimitives.getAndSet(this, v); }
    public final boolean compareAndSet(V old, V now) { return RacefreePrimitives.compareAndSet(this, old, now); }
    public final V updateAndGet(UnaryOperator<V> f) { while (true) { V old = value, now = f.apply(old); if (compareAndSet(old, now)) return now; } }
    public final V accumulateAndGet(V x, BinaryOperator<V> f) { while (true) { V old = value, now = f.apply(old, x); if (compareAndSet(old, now)) return now; } }
    public final V getAndAccumulate(V x, BinaryOperator<V> f) { while (true) { V old = value; if (compareAndSet(old, f.apply(old, x))) return old; } }
    public final V compareAndExchange(V old, V now) { while (true) { V seen = value; if (seen != old || compareAndSet(old, now)) return seen; } }
    public final boolean weakCompareAndSet(V old, V now) { return compareAndSet(old, now); }
    public final void lazySet(V v) { value = v; }
    public final V getPlain() { return value; }
    public final void setPlain(V v) { value = v; }
    public final V getAcquire() { return value; }
    public final void setRelease(V v) { value = v; }
    public final V getAndUpdate(UnaryOperator<V> f) { while (true) { V old = value; if (compareAndSet(old, f.apply(old))) return old; } }
    public String toString() { return "" + value; }
}
public class AtomicIntegerArray {
    private final AtomicInteger[] all;
    public AtomicIntegerArray(int[] from) { all = new AtomicInteger[from.length]; for (int i = 0; i < from.length; i++) all[i] = new AtomicInteger(from[i]); }
    public AtomicIntegerArray(int n) { all = new AtomicInteger[n]; for (int i = 0; i < n; i++) all[i] = new AtomicInteger(); }
    public final int length() { return all.length; }
    public final int get(int i) { return all[i].get(); }
    public final void set(int i, int v) { all[i].set(v); }
    public final int getAndAdd(int i, int d) { return all[i].getAndAdd(d); }
    public final int incrementAndGet(int i) { return all[i].incrementAndGet(); }
    public final int getAndIncrement(int i) { return all[i].getAndIncrement(); }
    public final int addAndGet(int i, int d) { return all[i].addAndGet(d); }
    public final int decrementAndGet(int i) { return all[i].decrementAndGet(); }
    public final int getAndDecrement(int i) { return all[i].getAndDecrement(); }
    public final int getAndSet(int i, int v) { return all[i].getAndSet(v); }
    public final int updateAndGet(int i, IntUnaryOperator f) { return all[i].updateAndGet(f); }
    public final int getAndUpdate(int i, IntUnaryOperator f) { return all[i].getAndUpdate(f); }
    public final int accumulateAndGet(int i, int x, IntBinaryOperator f) { return all[i].accumulateAndGet(x, f); }
    public final boolean compareAndSet(int i, int old, int now) { return all[i].compareAndSet(old, now); }
    public String toString() { String s = "["; for (int i = 0; i < all.length; i++) s = s + (i == 0 ? "" : ", ") + all[i]; return s + "]"; }
}
public class AtomicLongArray {
    private final AtomicLong[] all;
    public AtomicLongArray(long[] from) { all = new AtomicLong[from.length]; for (int i = 0; i < from.length; i++) all[i] = new AtomicLong(from[i]); }
    public AtomicLongArray(int n) { all = new AtomicLong[n]; for (int i = 0; i < n; i++) all[i] = new AtomicLong(); }
    public final int length() { return all.length; }
    public final long get(int i) { return all[i].get(); }
    public final void set(int i, long v) { all[i].set(v); }
    public final long getAndAdd(int i, long d) { return all[i].getAndAdd(d); }
    public final long incrementAndGet(int i) { return all[i].incrementAndGet(); }
    public final long getAndIncrement(int i) { return all[i].getAndIncrement(); }
    public final long addAndGet(int i, long d) { return all[i].addAndGet(d); }
    public final long decrementAndGet(int i) { return all[i].decrementAndGet(); }
    public final long getAndDecrement(int i) { return all[i].getAndDecrement(); }
    public final long getAndSet(int i, long v) { return all[i].getAndSet(v); }
    public final long updateAndGet(int i, LongUnaryOperator f) { return all[i].updateAndGet(f); }
    public final long getAndUpdate(int i, LongUnaryOperator f) { return all[i].getAndUpdate(f); }
    public final long accumulateAndGet(int i, long x, LongBinaryOperator f) { return all[i].accumulateAndGet(x, f); }
    public final boolean compareAndSet(int i, long old, long now) { return all[i].compareAndSet(old, now); }
    public String toString() { String s = "["; for (int i = 0; i < all.length; i++) s = s + (i == 0 ? "" : ", ") + all[i]; return s + "]"; }
}
// A value and a mark that change in one step: the pair is what is compared.
class Marked<V, M> {
    final V value;
    final M mark;
    Marked(V value, M mark) { this.value = value; this.mark = mark; }
}
public class AtomicStampedReference<V> {
    private volatile Marked<V, Integer> value;
    public AtomicStampedReference(V value, int stamp) { this.value = new Marked<>(value, stamp); }
    public V getReference() { return value.value; }
    public int getStamp() { return value.mark; }
    public V get(int[] stamp) { Marked<V, Integer> now = value; stamp[0] = now.mark; return now.value; }
    public void set(V v, int stamp) { value = new Marked<>(v, stamp); }
    public boolean compareAndSet(V old, V now, int oldStamp, int stamp) {
        Marked<V, Integer> seen = value;
        return seen.value == old && seen.mark == oldStamp && RacefreePrimitives.compareAndSet(this, seen, new Marked<V, Integer>(now, stamp));
    }
    public boolean weakCompareAndSet(V old, V now, int oldStamp, int stamp) { return compareAndSet(old, now, oldStamp, stamp); }
    public boolean attemptStamp(V old, int stamp) { Marked<V, Integer> seen = value; return seen.value == old && RacefreePrimitives.compareAndSet(this, seen, new Marked<V, Integer>(old, stamp)); }
}
public class AtomicMarkableReference<V> {
    private volatile Marked<V, Boolean> value;
    public AtomicMarkableReference(V value, boolean mark) { this.value = new Marked<>(value, mark); }
    public V getReference() { return value.value; }
    public boolean isMarked() { return value.mark; }
    public V get(boolean[] mark) { Marked<V, Boolean> now = value; mark[0] = now.mark; return now.value; }
    public void set(V v, boolean mark) { value = new Marked<>(v, mark); }
    public boolean compareAndSet(V old, V now, boolean oldMark, boolean mark) {
        Marked<V, Boolean> seen = value;
        return seen.value == old && seen.mark == oldMark && RacefreePrimitives.compareAndSet(this, seen, new Marked<V, Boolean>(now, mark));
    }
    public boolean weakCompareAndSet(V old, V now, boolean oldMark, boolean mark) { return compareAndSet(old, now, oldMark, mark); }
    public boolean attemptMark(V old, boolean mark) { Marked<V, Boolean> seen = value; return seen.value == old && RacefreePrimitives.compareAndSet(this, seen, new Marked<V, Boolean>(old, mark)); }
}
public class AtomicReferenceArray<V> {
    private final AtomicReference<V>[] all;
    public AtomicReferenceArray(int n) { all = new AtomicReference[n]; for (int i = 0; i < n; i++) all[i] = new AtomicReference<V>(); }
    public final int length() { return all.length; }
    public final V get(int i) { return all[i].get(); }
    public final void set(int i, V v) { all[i].set(v); }
    public final V getAndSet(int i, V v) { return all[i].getAndSet(v); }
    public final boolean compareAndSet(int i, V old, V now) { return all[i].compareAndSet(old, now); }
}
