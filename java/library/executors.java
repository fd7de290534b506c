// Pools whose threads, queue and answer to too many tasks are given.
package java.util.concurrent;

import java.util.*;

public interface ThreadFactory { Thread newThread(Runnable task); }
class NumberedThreads implements ThreadFactory {
    private final int pool = Pool.next();
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private int made;
    public Thread newThread(Runnable task) { synchronized (quiet) { made++; return new Thread(task, "pool-" + pool + "-thread-" + made); } }
}
public interface RejectedExecutionHandler { void rejectedExecution(Runnable task, ThreadPoolExecutor by); }
// As the JDK: up to `core` tasks get a thread each, more wait in the queue while it has room, then up to `most` get one, and the rest are rejected.
// Threads above `core` stay.
public class ThreadPoolExecutor extends Pool {
    private final int core, most, room;
    private final ThreadFactory factory;
    private final boolean ordered, direct;
    private final Comparator<Runnable> order;
    private RejectedExecutionHandler handler;
    ThreadPoolExecutor(int n, ThreadFactory factory) { this(n, n, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<Runnable>(), factory, new AbortPolicy()); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue) { this(core, most, time, unit, queue, null, new AbortPolicy()); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) { this(core, most, time, unit, queue, factory, new AbortPolicy()); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, RejectedExecutionHandler handler) { this(core, most, time, unit, queue, null, handler); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(most, factory == null ? next() : 0);
        if (core < 0 || most <= 0 || most < core || time < 0) throw new IllegalArgumentException();
        this.core = core;
        this.most = most;
        this.room = queue.remainingCapacity();
        this.ordered = queue instanceof PriorityBlockingQueue;
        this.order = queue instanceof PriorityBlockingQueue<Runnable> given ? (Comparator<Runnable>) (Object) given.comparator() : null;
        this.direct = queue instanceof SynchronousQueue;
        this.factory = factory;
        this.handler = handler;
    }
    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) { this.handler = Objects.requireNonNull(handler); }
    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        Given<Runnable> given = new Given<>(task);
        Thread more = null;
        boolean rejected = false;
        synchronized (quiet) {
            int n = workers.size();
            if (shut) rejected = true;
            else if (n >= core && n > 0 && tasks.size() < (direct ? idle : room)) { tasks.add(given); tell(); }
            else if (n < most) { more = worker(() -> work(task)); workers.add(more); running++; }
            else rejected = true;
        }
        if (more != null) more.start();
        if (rejected) handler.rejectedExecution(task, this);
    }
    // A SynchronousQueue hands a task to a worker that waits; of a PriorityBlockingQueue the least task comes next.
    Given<Runnable> nextTask() {
        if (!ordered) return super.nextTask();
        Given<Runnable> least = null;
        for (Given<Runnable> one : tasks) if (least == null || compare(one.value(), least.value()) < 0) least = one;
        tasks.remove(least);
        return least;
    }
    private int compare(Runnable a, Runnable b) { return order == null ? ((Comparable<Runnable>) (Object) a).compareTo(b) : order.compare(a, b); }
    Thread worker(Runnable first) { return factory == null ? super.worker(first) : factory.newThread(first); }
    protected void beforeExecute(Thread t, Runnable task) {}
    protected void afterExecute(Runnable task, Throwable t) {}
    protected void terminated() {}
    boolean hooked() { return true; }
    void terminates() { terminated(); }
    void runs(Runnable task) {
        beforeExecute(Thread.currentThread(), task);
        Throwable thrown = null;
        try { task.run(); } catch (Throwable e) { thrown = e; throw e; } finally { afterExecute(task, thrown); }
    }
    public void shutdown() {
        boolean last = false;
        synchronized (quiet) { last = !shut && running == 0; }
        super.shutdown();
        if (last) terminated();
    }
    // Takes the task out that waits longest, for a policy.
    void forget() { synchronized (quiet) { if (!tasks.isEmpty()) tasks.poll(); } }
    public int getPoolSize() { synchronized (quiet) { return workers.size(); } }
    public int getCorePoolSize() { return core; }
    public int getMaximumPoolSize() { return most; }
    public static class AbortPolicy implements RejectedExecutionHandler {
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) { throw new RejectedExecutionException("the executor takes no more tasks"); }
    }
    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) { if (!by.isShutdown()) task.run(); }
    }
    public static class DiscardPolicy implements RejectedExecutionHandler {
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {}
    }
    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) { if (!by.isShutdown()) { by.forget(); by.execute(task); } }
    }
}
