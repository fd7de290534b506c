// Values that a thread has while it runs a task.
package java.lang;

public final class ScopedValue<T> {
    private ScopedValue() {}
    public static <S> ScopedValue<S> newInstance() { return new ScopedValue<S>(); }
    public static <S> Carrier where(ScopedValue<S> key, S value) { return new Carrier(null, key, value); }
    public T get() {
        if (!isBound()) throw new java.util.NoSuchElementException("ScopedValue not bound");
        return (T) Thread.locals().get(this);
    }
    public boolean isBound() { return Thread.locals().has(this); }
    public T orElse(T other) { return isBound() ? (T) Thread.locals().get(this) : other; }
    public interface CallableOp<R, X extends Throwable> { R call() throws X; }
    public static final class Carrier {
        private final Carrier before;
        private final Object key, value;
        Carrier(Carrier before, Object key, Object value) { this.before = before; this.key = key; this.value = value; }
        public <S> Carrier where(ScopedValue<S> key, S value) { return new Carrier(this, key, value); }
        public void run(Runnable task) { call(() -> { task.run(); return null; }); }
        public <R, X extends Throwable> R call(CallableOp<R, X> task) throws X {
            RacefreeLocals all = Thread.locals();
            boolean had = all.has(key);
            Object old = had ? all.get(key) : null;
            all.set(key, value);
            try { return before == null ? task.call() : before.call(task); }
            finally { if (had) all.set(key, old); else all.remove(key); }
        }
    }
}
