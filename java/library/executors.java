// Pools whose threads, queue and answer to too many tasks are given.
package java.util.concurrent;

import java.util.*;

public interface ThreadFactory { Thread newThread(Runnable task); }
public interface RejectedExecutionHandler { void rejectedExecution(Runnable task, ThreadPoolExecutor by); }
// As the JDK: up to `core` tasks get a thread each, more wait in the queue while it has room, then up to `most` get one, and the rest are rejected.
// Threads above `core` stay.
public class ThreadPoolExecutor extends Pool {
    private final int core, most, room;
    private final ThreadFactory factory;
    private RejectedExecutionHandler handler;
    ThreadPoolExecutor(int n, ThreadFactory factory) { this(n, n, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<Runnable>(), factory, new AbortPolicy()); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue) { this(core, most, time, unit, queue, null, new AbortPolicy()); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) { this(core, most, time, unit, queue, factory, new AbortPolicy()); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, RejectedExecutionHandler handler) { this(core, most, time, unit, queue, null, handler); }
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(most);
        if (core < 0 || most <= 0 || most < core || time < 0) throw new IllegalArgumentException();
        if (queue instanceof SynchronousQueue || queue instanceof PriorityBlockingQueue) throw new UnsupportedOperationException("a pool with this queue does not run: newCachedThreadPool, or a LinkedBlockingQueue, does");
        this.core = core;
        this.most = most;
        this.room = queue.remainingCapacity();
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
            else if (n >= core && tasks.size() < room && n > 0) { tasks.add(given); RacefreePrimitives.notify(quiet, quiet); }
            else if (n < most) { Runnable first = () -> work(task); more = factory == null ? new Thread(first, "pool-" + number + "-thread-" + (n + 1)) : factory.newThread(first); workers.add(more); running++; }
            else rejected = true;
        }
        if (more != null) more.start();
        if (rejected) handler.rejectedExecution(task, this);
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
