// The part of java.util.concurrent that programs run with.
package java.util.concurrent;

import java.util.*;
import java.util.function.*;

public enum TimeUnit {
    NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS;
    public void sleep(long n) throws InterruptedException { if (n > 0L) Thread.sleep(toMillis(n)); }
    private static final long[] NANOS = { 1L, 1000L, 1000000L, 1000000000L, 60000000000L, 3600000000000L, 86400000000000L };
    public long convert(long n, TimeUnit unit) {
        long from = NANOS[unit.ordinal()], to = NANOS[ordinal()];
        if (from <= to) return n / (to / from);
        long by = from / to;
        return n > Long.MAX_VALUE / by ? Long.MAX_VALUE : n < Long.MIN_VALUE / by ? Long.MIN_VALUE : n * by;
    }
    public long toNanos(long n) { return NANOSECONDS.convert(n, this); }
    public long toMicros(long n) { return MICROSECONDS.convert(n, this); }
    public long toMillis(long n) { return MILLISECONDS.convert(n, this); }
    public long toSeconds(long n) { return SECONDS.convert(n, this); }
    public long toMinutes(long n) { return MINUTES.convert(n, this); }
    public long toHours(long n) { return HOURS.convert(n, this); }
    public long toDays(long n) { return DAYS.convert(n, this); }
}
public class ExecutionException extends Exception { public ExecutionException(Throwable c) { super(c); } public ExecutionException(String m, Throwable c) { super(m, c); } }
public class TimeoutException extends Exception { public TimeoutException() {} public TimeoutException(String m) { super(m); } }
public class CancellationException extends IllegalStateException { public CancellationException() {} }
public class CompletionException extends RuntimeException { public CompletionException(Throwable c) { super(c); } }
public class BrokenBarrierException extends Exception { public BrokenBarrierException() {} }
public class RejectedExecutionException extends RuntimeException { public RejectedExecutionException() {} public RejectedExecutionException(String m) { super(m); } }

// What a thread did before a release comes before what another one does after it acquires: releases tell, acquires look. Nothing else is ordered.
public class Semaphore {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private int permits;
    private final boolean fair;
    // Who waits, in order: the first alone may take permits. Who comes anew may pass them, unless the semaphore is fair.
    private final ArrayDeque<Object> queue = new ArrayDeque<>();
    private volatile boolean told;
    public Semaphore(int permits) { this(permits, false); }
    public Semaphore(int permits, boolean fair) { this.permits = permits; this.fair = fair; }
    private boolean has(int n, Object first) { return permits >= n && (queue.peek() == first || first == null && !fair); }
    public void acquire() throws InterruptedException { acquire(1); }
    public void acquire(int n) throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        synchronized (quiet) {
            if (!has(n, null)) {
                Object mine = new Object();
                queue.add(mine);
                try { while (!has(n, mine)) RacefreePrimitives.waitOrThrow(quiet, quiet); }
                finally { queue.remove(mine); RacefreePrimitives.notifyAll(quiet, quiet); }
            }
            permits = permits - n;
        }
        boolean seen = told;
    }
    public void acquireUninterruptibly() { acquireUninterruptibly(1); }
    public void acquireUninterruptibly(int n) {
        synchronized (quiet) {
            if (!has(n, null)) {
                Object mine = new Object();
                queue.add(mine);
                while (!has(n, mine)) RacefreePrimitives.wait(quiet, quiet);
                queue.remove(mine);
                RacefreePrimitives.notifyAll(quiet, quiet);
            }
            permits = permits - n;
        }
        boolean seen = told;
    }
    public boolean tryAcquire() { return tryAcquire(1); }
    public boolean tryAcquire(int n) {
        synchronized (quiet) { if (permits < n) return false; permits = permits - n; }
        boolean seen = told;
        return true;
    }
    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException { return tryAcquire(1, time, unit); }
    public boolean tryAcquire(int n, long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return tryAcquire(n); }
    public void release() { release(1); }
    public void release(int n) { told = true; synchronized (quiet) { permits = permits + n; RacefreePrimitives.notifyAll(quiet, quiet); } }
    public int availablePermits() { synchronized (quiet) { return permits; } }
    public int drainPermits() { int n; synchronized (quiet) { n = permits; permits = 0; } boolean seen = told; return n; }
}
public class CountDownLatch {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private int count;
    private volatile boolean told;
    public CountDownLatch(int count) { if (count < 0) throw new IllegalArgumentException("count < 0"); this.count = count; }
    public void await() throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        synchronized (quiet) { while (count > 0) RacefreePrimitives.waitOrThrow(quiet, quiet); }
        boolean seen = told;
    }
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        synchronized (quiet) { if (count > 0) RacefreePrimitives.waitTimed(quiet, quiet); if (count > 0) return false; }
        boolean seen = told;
        return true;
    }
    public void countDown() {
        told = true;
        synchronized (quiet) { if (count > 0) { count--; if (count == 0) RacefreePrimitives.notifyAll(quiet, quiet); } }
    }
    public long getCount() { synchronized (quiet) { return count; } }
}
public interface Callable<V> { V call() throws Exception; }
public interface Executor { void execute(Runnable task); }
public interface Future<V> {
    V get() throws InterruptedException, ExecutionException;
    V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;
    boolean isDone();
    boolean cancel(boolean interrupts);
    boolean isCancelled();
    enum State { RUNNING, SUCCESS, FAILED, CANCELLED }
    default State state() {
        if (!isDone()) return State.RUNNING;
        if (isCancelled()) return State.CANCELLED;
        try { get(); return State.SUCCESS; } catch (InterruptedException e) { throw new IllegalStateException(); } catch (ExecutionException e) { return State.FAILED; }
    }
    default Throwable exceptionNow() {
        if (!isDone()) throw new IllegalStateException("Task has not completed");
        if (isCancelled()) throw new IllegalStateException("Task was cancelled");
        try { get(); } catch (InterruptedException e) { throw new IllegalStateException(); } catch (ExecutionException e) { return e.getCause(); }
        throw new IllegalStateException("Task completed with a result");
    }
    default V resultNow() {
        if (!isDone()) throw new IllegalStateException("Task has not completed");
        if (isCancelled()) throw new IllegalStateException("Task was cancelled");
        try { return get(); } catch (InterruptedException e) { throw new IllegalStateException(); } catch (ExecutionException e) { throw new IllegalStateException("Task completed with exception"); }
    }
}
public interface RunnableFuture<V> extends Runnable, Future<V> {}
// What the task does comes before the end of `get`.
public class FutureTask<V> implements RunnableFuture<V> {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private final Callable<V> task;
    private V value;
    private Throwable thrown;
    private boolean begun, done, cancelled;
    private Thread runner;
    private volatile boolean told;
    public FutureTask(Callable<V> task) { this.task = task; }
    public FutureTask(Runnable task, V value) { this.task = () -> { task.run(); return value; }; }
    protected void done() {}
    // Who may be cancelled says who runs; who may not has no need to.
    private boolean begins() { synchronized (quiet) { if (done || begun) return false; begun = true; runner = Thread.currentThread(); return true; } }
    public void run() {
        if (!begins()) return;
        V made = null;
        Throwable t = null;
        try { made = task.call(); } catch (Throwable e) { t = e; }
        told = true;
        boolean over = false;
        synchronized (quiet) { runner = null; over = done; if (!over) { value = made; thrown = t; done = true; RacefreePrimitives.notifyAll(quiet, quiet); } }
        if (!over) done();
    }
    // The end of a task that does not run to its end.
    void fail(Throwable t) { told = true; synchronized (quiet) { if (!done) { thrown = t; done = true; RacefreePrimitives.notifyAll(quiet, quiet); } } }
    public boolean cancel(boolean interrupts) {
        told = true;
        synchronized (quiet) {
            if (done) return false;
            done = true;
            cancelled = true;
            if (interrupts && runner != null) runner.interrupt();
            RacefreePrimitives.notifyAll(quiet, quiet);
        }
        done();
        return true;
    }
    public boolean isCancelled() { synchronized (quiet) { return cancelled; } }
    public V get() throws InterruptedException, ExecutionException {
        V made;
        Throwable t;
        boolean none;
        synchronized (quiet) { while (!done) RacefreePrimitives.waitOrThrow(quiet, quiet); made = value; t = thrown; none = cancelled; }
        boolean seen = told;
        if (none) throw new CancellationException();
        if (t != null) throw new ExecutionException(t);
        return made;
    }
    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        synchronized (quiet) {
            if (!done) RacefreePrimitives.waitTimed(quiet, quiet);
            if (!done) throw new TimeoutException();
        }
        return get();
    }
    public boolean isDone() { synchronized (quiet) { return done; } }
}
public interface ExecutorService extends Executor, AutoCloseable {
    <T> Future<T> submit(Callable<T> task);
    Future<?> submit(Runnable task);
    <T> Future<T> submit(Runnable task, T value);
    <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException;
    default <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long time, TimeUnit unit) throws InterruptedException {
        ArrayList<Future<T>> made = new ArrayList<>();
        for (Callable<T> task : tasks) made.add(submit(task));
        boolean over = false;
        for (Future<T> f : made) if (over) f.cancel(true); else try { f.get(time, unit); } catch (TimeoutException e) { over = true; f.cancel(true); } catch (ExecutionException e) {}
        return made;
    }
    default <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException { return Any.of(this, tasks); }
    void shutdown();
    List<Runnable> shutdownNow();
    boolean isShutdown();
    boolean isTerminated();
    boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException; // awaitEnd
    // The same where nobody looks at the result: a second is long enough.
    default void awaitEnd(long time, TimeUnit unit) throws InterruptedException { awaitTermination(time, unit); }
    void close();
}
class Pool implements ExecutorService {
    final RacefreeQuiet quiet = new RacefreeQuiet();
    final ArrayDeque<Given<Runnable>> tasks = new ArrayDeque<>();
    final ArrayList<Thread> workers = new ArrayList<>();
    private final int most;
    final int number;
    int running, idle;
    private int born;
    private int expected, awaiting;
    boolean shut;
    private boolean dropped;
    // What its threads did comes before the end of who waits for all of them.
    private volatile boolean told;
    private static int pools;
    static synchronized int next() { pools++; return pools; }
    Pool(int most) { this(most, next()); }
    // As in the JDK, one whose threads others make has no number.
    Pool(int most, int number) { this.most = most; this.number = number; }
    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        enter(task, 0);
    }
    // Tasks that will come, though no more are taken.
    void expect(int n) { synchronized (quiet) { if (shut) throw new RejectedExecutionException("the executor is shut down"); expected = expected + n; } }
    void due(Runnable task) { enter(task, 1); }
    private void enter(Runnable task, int known) {
        Given<Runnable> given = new Given<>(task);
        Thread more = null;
        synchronized (quiet) {
            if (shut && known == 0) throw new RejectedExecutionException("the executor is shut down");
            expected = expected - known;
            if (known > 0 && dropped) { RacefreePrimitives.notifyAll(quiet, quiet); return; }
            if (workers.size() < most) { more = worker(() -> work(task)); workers.add(more); running++; }
            else { tasks.add(given); tell(); }
        }
        if (more != null) more.start();
    }
    // A worker, and nobody who waits for the end.
    void tell() { if (awaiting > 0 || expected > 0 || shut) RacefreePrimitives.notifyAll(quiet, quiet); else RacefreePrimitives.notify(quiet, quiet); }
    Thread worker(Runnable first) { born = born + 1; return new Thread(first, "pool-" + number + "-thread-" + born); }
    Given<Runnable> nextTask() { return tasks.poll(); }
    // Hooks of a pool of one's own.
    boolean hooked() { return false; }
    void runs(Runnable task) { task.run(); }
    void terminates() {}
    void work(Runnable first) {
        boolean ended = false;
        try {
            runs(first);
            while (true) {
                Given<Runnable> next = null;
                synchronized (quiet) {
                    while (tasks.isEmpty() && !(shut && expected == 0)) { idle++; RacefreePrimitives.wait(quiet, quiet); idle--; }
                    if (!tasks.isEmpty()) next = nextTask();
                }
                if (next == null) { ended = true; break; }
                // An interrupt is for one task, and not for the next one of the thread.
                if (!dropped) RacefreePrimitives.interrupted(true);
                runs(next.taken());
            }
        } finally {
            told = true;
            Thread more = null;
            boolean last = false;
            synchronized (quiet) {
                running--;
                if (!ended) workers.remove(Thread.currentThread());
                // Another worker comes for one that an exception ended.
                if (!tasks.isEmpty()) { Given<Runnable> next = nextTask(); more = worker(() -> work(next.taken())); workers.add(more); running++; }
                last = hooked() && shut && running == 0;
                if (!last) RacefreePrimitives.notifyAll(quiet, quiet); else running++;
            }
            if (more != null) more.start();
            if (last) {
                terminates();
                synchronized (quiet) { running--; RacefreePrimitives.notifyAll(quiet, quiet); }
            }
        }
    }
    public <T> Future<T> submit(Callable<T> task) { FutureTask<T> f = new FutureTask<T>(task); execute(f); return f; }
    public Future<?> submit(Runnable task) { FutureTask<Object> f = new FutureTask<Object>(task, null); execute(f); return f; }
    public <T> Future<T> submit(Runnable task, T value) { FutureTask<T> f = new FutureTask<T>(task, value); execute(f); return f; }
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> all) throws InterruptedException {
        ArrayList<Future<T>> made = new ArrayList<>();
        for (Callable<T> task : all) made.add(submit(task));
        for (Future<T> f : made) try { f.get(); } catch (ExecutionException e) {}
        return made;
    }
    public void shutdown() { synchronized (quiet) { shut = true; RacefreePrimitives.notifyAll(quiet, quiet); } }
    public List<Runnable> shutdownNow() {
        ArrayList<Runnable> left = new ArrayList<>();
        ArrayList<Thread> all;
        synchronized (quiet) { for (Given<Runnable> t : tasks) left.add(t.value()); tasks.clear(); shut = true; dropped = true; all = new ArrayList<>(workers); RacefreePrimitives.notifyAll(quiet, quiet); }
        for (Thread t : all) t.interrupt();
        return left;
    }
    public boolean isShutdown() { synchronized (quiet) { return shut; } }
    public boolean isTerminated() { synchronized (quiet) { if (!shut || running > 0 || expected > 0) return false; } boolean seen = told; return true; }
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException { return awaited(false); }
    public void awaitEnd(long time, TimeUnit unit) throws InterruptedException { awaited(unit.toSeconds(time) > 0); }
    private boolean awaited(boolean toTheEnd) throws InterruptedException {
        synchronized (quiet) {
            awaiting++;
            try {
                while (!shut || running > 0 || expected > 0) {
                    if (toTheEnd) RacefreePrimitives.waitOrThrow(quiet, quiet);
                    else if (!RacefreePrimitives.waitTimed(quiet, quiet)) break;
                }
                if (!shut || running > 0 || expected > 0) return false;
            } finally { awaiting--; }
        }
        boolean seen = told;
        return true;
    }
    public void close() {
        shutdown();
        synchronized (quiet) { awaiting++; while (running > 0 || expected > 0) RacefreePrimitives.wait(quiet, quiet); awaiting--; }
        boolean seen = told;
    }
}
class PerTask implements ExecutorService {
    private final ArrayList<Thread> all = new ArrayList<>();
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private boolean shut;
    public void execute(Runnable task) { Thread t = new Thread(task, ""); t.asDaemon(); synchronized (quiet) { all.add(t); } t.start(); }
    public <T> Future<T> submit(Callable<T> task) { FutureTask<T> f = new FutureTask<T>(task); execute(f); return f; }
    public Future<?> submit(Runnable task) { FutureTask<Object> f = new FutureTask<Object>(task, null); execute(f); return f; }
    public <T> Future<T> submit(Runnable task, T value) { FutureTask<T> f = new FutureTask<T>(task, value); execute(f); return f; }
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException { ArrayList<Future<T>> made = new ArrayList<>(); for (Callable<T> task : tasks) made.add(submit(task)); return made; }
    public void shutdown() { synchronized (quiet) { shut = true; } }
    public List<Runnable> shutdownNow() {
        shutdown();
        ArrayList<Thread> begun;
        synchronized (quiet) { begun = new ArrayList<>(all); }
        for (Thread t : begun) t.interrupt();
        return new ArrayList<Runnable>();
    }
    public boolean isShutdown() { synchronized (quiet) { return shut; } }
    private boolean ended() { synchronized (quiet) { for (Thread t : all) if (t.isAlive()) return false; return true; } }
    public boolean isTerminated() { return isShutdown() && ended(); }
    public void awaitEnd(long time, TimeUnit unit) throws InterruptedException { if (unit.toSeconds(time) > 0) joined(false); else awaitTermination(time, unit); }
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException { joined(true); return isTerminated(); }
    void joined(boolean timed) throws InterruptedException {
        for (int i = 0; ; i++) {
            Thread t;
            synchronized (quiet) { if (i >= all.size()) return; t = all.get(i); }
            if (timed) RacefreePrimitives.joinTimed(t); else RacefreePrimitives.join(t);
        }
    }
    public void close() { shutdown(); joined(false); }
}
public final class Executors {
    public static ExecutorService newFixedThreadPool(int n) { if (n <= 0) throw new IllegalArgumentException(); return new Pool(n); }
    public static ExecutorService newFixedThreadPool(int n, ThreadFactory factory) { if (n <= 0) throw new IllegalArgumentException(); return new ThreadPoolExecutor(n, factory); }
    public static ExecutorService newSingleThreadExecutor() { return new Pool(1); }
    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) { return new ThreadPoolExecutor(1, factory); }
    public static ExecutorService newCachedThreadPool(ThreadFactory factory) { return new ThreadPoolExecutor(1000000, factory); }
    public static ThreadFactory defaultThreadFactory() { return new NumberedThreads(); }
    public static ExecutorService newCachedThreadPool() { return new Pool(1000000); }
    public static ExecutorService newWorkStealingPool() { return new ForkJoinPool(); }
    public static ExecutorService newWorkStealingPool(int n) { return new ForkJoinPool(n); }
    public static ScheduledExecutorService newScheduledThreadPool(int n) { return new DelayedPool(n); }
    public static ScheduledExecutorService newSingleThreadScheduledExecutor() { return new DelayedPool(1); }
    public static ExecutorService newVirtualThreadPerTaskExecutor() { return new PerTask(); }
}
