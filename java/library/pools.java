// Executors of java.util.concurrent for tasks that come later, that are divided, and whose results are taken as they come.
package java.util.concurrent;

import java.util.*;

public interface CompletionService<V> {
    Future<V> submit(Callable<V> task);
    Future<V> submit(Runnable task, V value);
    Future<V> take() throws InterruptedException;
    Future<V> poll();
    Future<V> poll(long time, TimeUnit unit) throws InterruptedException;
}
class Reported<V> extends FutureTask<V> {
    private final BlockingQueue<Future<V>> ended;
    Reported(Callable<V> task, BlockingQueue<Future<V>> ended) { super(task); this.ended = ended; }
    protected void done() { ended.add(this); }
}
public class ExecutorCompletionService<V> implements CompletionService<V> {
    private final Executor by;
    private final BlockingQueue<Future<V>> ended;
    public ExecutorCompletionService(Executor by) { this(by, new LinkedBlockingQueue<Future<V>>()); }
    public ExecutorCompletionService(Executor by, BlockingQueue<Future<V>> ended) { this.by = by; this.ended = ended; }
    public Future<V> submit(Callable<V> task) { Reported<V> f = new Reported<V>(task, ended); by.execute(f); return f; }
    public Future<V> submit(Runnable task, V value) { return submit(() -> { task.run(); return value; }); }
    public Future<V> take() throws InterruptedException { return ended.take(); }
    public Future<V> poll() { return ended.poll(); }
    public Future<V> poll(long time, TimeUnit unit) throws InterruptedException { return ended.poll(time, unit); }
}
// The value of the first task that ends well; the others are cancelled.
final class Any {
    static <T> T of(Executor by, Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        if (tasks.isEmpty()) throw new IllegalArgumentException();
        LinkedBlockingQueue<Future<T>> ended = new LinkedBlockingQueue<>();
        ArrayList<Future<T>> all = new ArrayList<>();
        for (Callable<T> task : tasks) { Reported<T> f = new Reported<T>(task, ended); all.add(f); by.execute(f); }
        ExecutionException last = null;
        for (int i = 0; i < all.size(); i++) {
            try {
                T made = ended.take().get();
                for (Future<T> f : all) f.cancel(true);
                return made;
            } catch (ExecutionException e) { last = e; }
        }
        throw last;
    }
}
public class ThreadLocalRandom extends Random {
    public ThreadLocalRandom(long seed) { super(seed); }
    public static ThreadLocalRandom current() { return RacefreeChance.ofThread(); }
}
public interface ScheduledFuture<V> extends Future<V> {}
public interface ScheduledExecutorService extends ExecutorService {
    ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit);
    <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit);
    ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit);
    ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit);
}
class Postponed<V> extends FutureTask<V> implements ScheduledFuture<V> {
    Postponed(Callable<V> task) { super(task); }
}
// A task that comes back until it is cancelled, fails, or its pool is shut down.
class Repeated extends FutureTask<Object> implements ScheduledFuture<Object> {
    private final Runnable task;
    private final DelayedPool pool;
    Repeated(Runnable task, DelayedPool pool) { super(task, null); this.task = task; this.pool = pool; }
    public void run() {
        if (isDone() || pool.isShutdown()) return;
        try { task.run(); } catch (Throwable t) { fail(t); return; }
        if (!isDone()) pool.again(this);
    }
}
// Time is no number here: a task that was asked for later is due at any moment, and those of a longer delay may come first.
class DelayedPool extends Pool implements ScheduledExecutorService {
    DelayedPool(int most) { super(most); }
    void again(Runnable task) { synchronized (quiet) { if (!shut) { tasks.add(new Given<Runnable>(task)); tell(); } } }
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) { return later(new Postponed<Object>(() -> { task.run(); return null; })); }
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) { return later(new Postponed<V>(task)); }
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
        if (period <= 0L) throw new IllegalArgumentException();
        Repeated made = new Repeated(task, this);
        execute(made);
        return made;
    }
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit) { return scheduleAtFixedRate(task, first, delay, unit); }
    private <V> Postponed<V> later(Postponed<V> task) {
        expect(1);
        Thread timer = new Thread(() -> due(task), "timer");
        timer.start();
        return task;
    }
}
public abstract class ForkJoinTask<V> implements Future<V> {
    private FutureTask<V> made;
    abstract V result();
    private synchronized FutureTask<V> task() { if (made == null) made = new FutureTask<V>(() -> result()); return made; }
    // The JDK runs it in a thread of the pool; here each has a thread of its own.
    public final ForkJoinTask<V> fork() { Thread t = new Thread(task(), "ForkJoinPool-worker"); t.asDaemon(); t.start(); return this; }
    public final V join() {
        try { return task().get(); }
        catch (InterruptedException e) { throw new CancellationException(); }
        catch (ExecutionException e) { throw unchecked(e.getCause()); }
    }
    static RuntimeException unchecked(Throwable t) {
        if (t instanceof Error e) throw e;
        if (t instanceof RuntimeException e) throw e;
        throw new RuntimeException(t);
    }
    public final V invoke() { task().run(); return join(); }
    public static void invokeAll(ForkJoinTask<?> a, ForkJoinTask<?> b) { b.fork(); a.invoke(); b.join(); }
    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> all) { for (T t : all) t.fork(); for (T t : all) t.join(); return all; }
    public V get() throws InterruptedException, ExecutionException { return task().get(); }
    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException { return task().get(time, unit); }
    public boolean isDone() { return task().isDone(); }
    public boolean cancel(boolean interrupts) { return task().cancel(interrupts); }
    public boolean isCancelled() { return task().isCancelled(); }
}
public abstract class RecursiveTask<V> extends ForkJoinTask<V> {
    protected abstract V compute();
    V result() { return compute(); }
}
public abstract class RecursiveAction extends ForkJoinTask<Void> {
    protected abstract void compute();
    Void result() { compute(); return null; }
}
final class Adapted<V> extends ForkJoinTask<V> {
    private final Callable<V> task;
    Adapted(Callable<V> task) { this.task = task; }
    V result() {
        try { return task.call(); }
        catch (RuntimeException e) { throw e; }
        catch (Exception e) { throw new RuntimeException(e); }
    }
}
public class ForkJoinPool extends PerTask {
    private static ForkJoinPool common;
    private final int parallelism;
    public ForkJoinPool() { this(4); }
    public ForkJoinPool(int parallelism) { if (parallelism <= 0) throw new IllegalArgumentException(); this.parallelism = parallelism; }
    public static synchronized ForkJoinPool commonPool() { if (common == null) common = new ForkJoinPool(); return common; }
    public int getParallelism() { return parallelism; }
    public boolean awaitQuiescence(long time, TimeUnit unit) { joined(true); return true; }
    public <T> T invoke(ForkJoinTask<T> task) { task.fork(); return task.join(); }
    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) { return task.fork(); }
    public void execute(ForkJoinTask<?> task) { task.fork(); }
    public ForkJoinTask<?> submit(Runnable task) { return new Adapted<Object>(() -> { task.run(); return null; }).fork(); }
    public <T> ForkJoinTask<T> submit(Runnable task, T value) { return new Adapted<T>(() -> { task.run(); return value; }).fork(); }
    public <T> ForkJoinTask<T> submit(Callable<T> task) { return new Adapted<T>(task).fork(); }
}
