// The part of java.util.concurrent that programs run with.
package java.util.concurrent;

import java.util.*;
import java.util.function.*;

public enum TimeUnit {
    NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS;
    public void sleep(long n) throws InterruptedException { Thread.sleep(n); }
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
    private volatile boolean told;
    public Semaphore(int permits) { this.permits = permits; }
    public Semaphore(int permits, boolean fair) { this.permits = permits; }
    public void acquire() throws InterruptedException { acquire(1); }
    public void acquire(int n) throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        synchronized (quiet) { while (permits < n) RacefreePrimitives.waitOrThrow(quiet, quiet); permits = permits - n; }
        boolean seen = told;
    }
    public void acquireUninterruptibly() { acquireUninterruptibly(1); }
    public void acquireUninterruptibly(int n) {
        synchronized (quiet) { while (permits < n) RacefreePrimitives.wait(quiet, quiet); permits = permits - n; }
        boolean seen = told;
    }
    public boolean tryAcquire() { return tryAcquire(1); }
    public boolean tryAcquire(int n) {
        synchronized (quiet) { if (permits < n) return false; permits = permits - n; }
        boolean seen = told;
        return true;
    }
    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException { return tryAcquire(1); }
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
public class CyclicBarrier {
    private final Object monitor = new Object();
    private final int parties;
    private final Runnable action;
    private int arrived, round;
    public CyclicBarrier(int parties) { this(parties, null); }
    public CyclicBarrier(int parties, Runnable action) { if (parties <= 0) throw new IllegalArgumentException(); this.parties = parties; this.action = action; }
    public int await() throws InterruptedException, BrokenBarrierException {
        synchronized (monitor) {
            int mine = round, index = parties - 1 - arrived;
            arrived++;
            if (arrived == parties) {
                if (action != null) action.run();
                arrived = 0;
                round++;
                monitor.notifyAll();
            } else while (round == mine) monitor.wait();
            return index;
        }
    }
    public int getParties() { return parties; }
    public int getNumberWaiting() { synchronized (monitor) { return arrived; } }
}
public class Exchanger<V> {
    private final Object monitor = new Object();
    private V first, second;
    private int state;
    public V exchange(V mine) throws InterruptedException {
        synchronized (monitor) {
            while (state == 2) monitor.wait();
            if (state == 0) {
                first = mine;
                state = 1;
                while (state != 2) monitor.wait();
                state = 0;
                monitor.notifyAll();
                return second;
            }
            second = mine;
            state = 2;
            monitor.notifyAll();
            return first;
        }
    }
}

public interface Callable<V> { V call() throws Exception; }
public interface Executor { void execute(Runnable task); }
public interface Future<V> {
    V get() throws InterruptedException, ExecutionException;
    V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;
    boolean isDone();
}
// What the task does comes before the end of `get`.
public class FutureTask<V> implements Future<V>, Runnable {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private final Callable<V> task;
    private V value;
    private Throwable thrown;
    private boolean done;
    private volatile boolean told;
    public FutureTask(Callable<V> task) { this.task = task; }
    public FutureTask(Runnable task, V value) { this.task = () -> { task.run(); return value; }; }
    public void run() {
        V made = null;
        Throwable t = null;
        try { made = task.call(); } catch (Throwable e) { t = e; }
        told = true;
        synchronized (quiet) { value = made; thrown = t; done = true; RacefreePrimitives.notifyAll(quiet, quiet); }
    }
    public V get() throws InterruptedException, ExecutionException {
        V made;
        Throwable t;
        synchronized (quiet) { while (!done) RacefreePrimitives.waitOrThrow(quiet, quiet); made = value; t = thrown; }
        boolean seen = told;
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
    <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException;
    void shutdown();
    List<Runnable> shutdownNow();
    boolean isShutdown();
    boolean isTerminated();
    boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException;
    void close();
}
class Pool implements ExecutorService {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private final ArrayDeque<Given<Runnable>> tasks = new ArrayDeque<>();
    private final ArrayList<Thread> workers = new ArrayList<>();
    private final int most, number = next();
    private int running;
    private boolean shut;
    // What its threads did comes before the end of who waits for all of them.
    private volatile boolean told;
    private static int pools;
    private static synchronized int next() { pools++; return pools; }
    Pool(int most) { this.most = most; }
    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        Given<Runnable> given = new Given<>(task);
        Thread more = null;
        synchronized (quiet) {
            if (shut) throw new RejectedExecutionException("the executor is shut down");
            if (workers.size() < most) { more = new Thread(() -> work(task), "pool-" + number + "-thread-" + (workers.size() + 1)); workers.add(more); running++; }
            else { tasks.add(given); RacefreePrimitives.notify(quiet, quiet); }
        }
        if (more != null) more.start();
    }
    private void work(Runnable first) {
        boolean ended = false;
        try {
            first.run();
            while (true) {
                Given<Runnable> next = null;
                synchronized (quiet) {
                    while (tasks.isEmpty() && !shut) RacefreePrimitives.wait(quiet, quiet);
                    if (!tasks.isEmpty()) next = tasks.poll();
                }
                if (next == null) { ended = true; break; }
                next.taken().run();
            }
        } finally {
            told = true;
            synchronized (quiet) { running--; if (!ended) workers.remove(Thread.currentThread()); RacefreePrimitives.notifyAll(quiet, quiet); }
        }
    }
    public <T> Future<T> submit(Callable<T> task) { FutureTask<T> f = new FutureTask<T>(task); execute(f); return f; }
    public Future<?> submit(Runnable task) { FutureTask<Object> f = new FutureTask<Object>(task, null); execute(f); return f; }
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
        synchronized (quiet) { for (Given<Runnable> t : tasks) left.add(t.value()); tasks.clear(); shut = true; all = new ArrayList<>(workers); RacefreePrimitives.notifyAll(quiet, quiet); }
        for (Thread t : all) t.interrupt();
        return left;
    }
    public boolean isShutdown() { synchronized (quiet) { return shut; } }
    public boolean isTerminated() { synchronized (quiet) { if (!shut || running > 0) return false; } boolean seen = told; return true; }
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        synchronized (quiet) { while (!shut || running > 0) RacefreePrimitives.waitOrThrow(quiet, quiet); }
        boolean seen = told;
        return true;
    }
    public void close() {
        shutdown();
        synchronized (quiet) { while (running > 0) RacefreePrimitives.wait(quiet, quiet); }
        boolean seen = told;
    }
}
class PerTask implements ExecutorService {
    private final ArrayList<Thread> all = new ArrayList<>();
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private boolean shut;
    public void execute(Runnable task) { Thread t = new Thread(task, ""); t.setDaemon(true); synchronized (quiet) { all.add(t); } t.start(); }
    public <T> Future<T> submit(Callable<T> task) { FutureTask<T> f = new FutureTask<T>(task); execute(f); return f; }
    public Future<?> submit(Runnable task) { FutureTask<Object> f = new FutureTask<Object>(task, null); execute(f); return f; }
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException { ArrayList<Future<T>> made = new ArrayList<>(); for (Callable<T> task : tasks) made.add(submit(task)); return made; }
    public void shutdown() { synchronized (quiet) { shut = true; } }
    public List<Runnable> shutdownNow() { shutdown(); return new ArrayList<Runnable>(); }
    public boolean isShutdown() { synchronized (quiet) { return shut; } }
    public boolean isTerminated() { return false; }
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException { close(); return true; }
    public void close() {
        shutdown();
        for (int i = 0; ; i++) {
            Thread t;
            synchronized (quiet) { if (i >= all.size()) return; t = all.get(i); }
            RacefreePrimitives.join(t);
        }
    }
}
public final class Executors {
    public static ExecutorService newFixedThreadPool(int n) { if (n <= 0) throw new IllegalArgumentException(); return new Pool(n); }
    public static ExecutorService newSingleThreadExecutor() { return new Pool(1); }
    public static ExecutorService newCachedThreadPool() { return new Pool(1000000); }
    public static ExecutorService newVirtualThreadPerTaskExecutor() { return new PerTask(); }
}
