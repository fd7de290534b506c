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

public class Semaphore {
    private int permits;
    public Semaphore(int permits) { this.permits = permits; }
    public Semaphore(int permits, boolean fair) { this.permits = permits; }
    public void acquire() throws InterruptedException { acquire(1); }
    public void acquireUninterruptibly() { take(1); }
    public void acquire(int n) throws InterruptedException { take(n); }
    private synchronized void take(int n) { while (permits < n) RacefreePrimitives.wait(this, this); permits = permits - n; }
    public synchronized boolean tryAcquire() { if (permits < 1) return false; permits = permits - 1; return true; }
    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException { return tryAcquire(); }
    public void release() { release(1); }
    public synchronized void release(int n) { permits = permits + n; this.notifyAll(); }
    public synchronized int availablePermits() { return permits; }
}
public class CountDownLatch {
    private int count;
    public CountDownLatch(int count) { if (count < 0) throw new IllegalArgumentException("count < 0"); this.count = count; }
    public synchronized void await() throws InterruptedException { while (count > 0) this.wait(); }
    public synchronized boolean await(long time, TimeUnit unit) throws InterruptedException { if (count > 0) RacefreePrimitives.waitTimed(this, this); return count == 0; }
    public synchronized void countDown() { if (count > 0) { count--; if (count == 0) this.notifyAll(); } }
    public synchronized long getCount() { return count; }
}
public class CyclicBarrier {
    private final int parties;
    private final Runnable action;
    private int arrived, round;
    public CyclicBarrier(int parties) { this(parties, null); }
    public CyclicBarrier(int parties, Runnable action) { if (parties <= 0) throw new IllegalArgumentException(); this.parties = parties; this.action = action; }
    public synchronized int await() throws InterruptedException, BrokenBarrierException {
        int mine = round, index = parties - 1 - arrived;
        arrived++;
        if (arrived == parties) {
            if (action != null) action.run();
            arrived = 0;
            round++;
            this.notifyAll();
        } else while (round == mine) this.wait();
        return index;
    }
    public int getParties() { return parties; }
    public synchronized int getNumberWaiting() { return arrived; }
}
public class Exchanger<V> {
    private V first, second;
    private int state;
    public synchronized V exchange(V mine) throws InterruptedException {
        while (state == 2) this.wait();
        if (state == 0) {
            first = mine;
            state = 1;
            while (state != 2) this.wait();
            state = 0;
            this.notifyAll();
            return second;
        }
        second = mine;
        state = 2;
        this.notifyAll();
        return first;
    }
}

public interface Callable<V> { V call() throws Exception; }
public interface Executor { void execute(Runnable task); }
public interface Future<V> {
    V get() throws InterruptedException, ExecutionException;
    V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;
    boolean isDone();
}
public class FutureTask<V> implements Future<V>, Runnable {
    private final Callable<V> task;
    private V value;
    private Throwable thrown;
    private boolean done;
    public FutureTask(Callable<V> task) { this.task = task; }
    public FutureTask(Runnable task, V value) { this.task = () -> { task.run(); return value; }; }
    public void run() {
        V made = null;
        Throwable t = null;
        try { made = task.call(); } catch (Throwable e) { t = e; }
        synchronized (this) { value = made; thrown = t; done = true; this.notifyAll(); }
    }
    public synchronized V get() throws InterruptedException, ExecutionException {
        while (!done) this.wait();
        if (thrown != null) throw new ExecutionException(thrown);
        return value;
    }
    public synchronized V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!done) RacefreePrimitives.waitTimed(this, this);
        if (!done) throw new TimeoutException();
        return get();
    }
    public synchronized boolean isDone() { return done; }
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
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ArrayList<Thread> workers = new ArrayList<>();
    private final int most, number = next();
    private int running;
    private boolean shut;
    private static int pools;
    private static synchronized int next() { pools++; return pools; }
    Pool(int most) { this.most = most; }
    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        Thread more = null;
        synchronized (this) {
            if (shut) throw new RejectedExecutionException("the executor is shut down");
            tasks.add(task);
            if (workers.size() < most) { more = new Thread(this::work, "pool-" + number + "-thread-" + (workers.size() + 1)); workers.add(more); running++; }
            else this.notify();
        }
        if (more != null) more.start();
    }
    private void work() {
        boolean ended = false;
        try {
            while (true) {
                Runnable task;
                synchronized (this) {
                    while (tasks.isEmpty() && !shut) RacefreePrimitives.wait(this, this);
                    if (tasks.isEmpty()) { ended = true; break; }
                    task = tasks.poll();
                }
                task.run();
            }
        } finally {
            synchronized (this) { running--; if (!ended) workers.remove(Thread.currentThread()); this.notifyAll(); }
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
    public synchronized void shutdown() { shut = true; this.notifyAll(); }
    public synchronized List<Runnable> shutdownNow() { ArrayList<Runnable> left = new ArrayList<>(); left.addAll(tasks); tasks.clear(); shut = true; for (Thread t : workers) t.interrupt(); this.notifyAll(); return left; }
    public synchronized boolean isShutdown() { return shut; }
    public synchronized boolean isTerminated() { return shut && running == 0; }
    public synchronized boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException { while (!(shut && running == 0)) this.wait(); return true; }
    public void close() { shutdown(); synchronized (this) { while (running > 0) RacefreePrimitives.wait(this, this); } }
}
class PerTask implements ExecutorService {
    private final ArrayList<Thread> all = new ArrayList<>();
    private boolean shut;
    public void execute(Runnable task) { Thread t = new Thread(task, ""); t.setDaemon(true); synchronized (this) { all.add(t); } t.start(); }
    public <T> Future<T> submit(Callable<T> task) { FutureTask<T> f = new FutureTask<T>(task); execute(f); return f; }
    public Future<?> submit(Runnable task) { FutureTask<Object> f = new FutureTask<Object>(task, null); execute(f); return f; }
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException { ArrayList<Future<T>> made = new ArrayList<>(); for (Callable<T> task : tasks) made.add(submit(task)); return made; }
    public synchronized void shutdown() { shut = true; }
    public List<Runnable> shutdownNow() { shutdown(); return new ArrayList<Runnable>(); }
    public synchronized boolean isShutdown() { return shut; }
    public boolean isTerminated() { return false; }
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException { close(); return true; }
    public void close() {
        shutdown();
        for (int i = 0; ; i++) {
            Thread t;
            synchronized (this) { if (i >= all.size()) return; t = all.get(i); }
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

public interface ConcurrentMap<K, V> extends Map<K, V> {}
public class ConcurrentHashMap<K, V> implements ConcurrentMap<K, V> {
    private final HashMap<K, V> map = new HashMap<>();
    public ConcurrentHashMap() {}
    public ConcurrentHashMap(int capacity) {}
    private static void check(Object o) { if (o == null) throw new NullPointerException(); }
    public synchronized V get(Object k) { check(k); return map.get(k); }
    public synchronized V put(K k, V v) { check(k); check(v); return map.put(k, v); }
    public synchronized V remove(Object k) { return map.remove(k); }
    public synchronized boolean remove(Object k, Object v) { V old = map.get(k); if (old == null || !old.equals(v)) return false; map.remove(k); return true; }
    public synchronized boolean replace(K k, V old, V now) { V v = map.get(k); if (v == null || !v.equals(old)) return false; map.put(k, now); return true; }
    public synchronized V replace(K k, V now) { return map.containsKey(k) ? map.put(k, now) : null; }
    public synchronized boolean containsKey(Object k) { return map.containsKey(k); }
    public synchronized boolean containsValue(Object v) { return map.containsValue(v); }
    public synchronized int size() { return map.size(); }
    public synchronized boolean isEmpty() { return map.isEmpty(); }
    public synchronized void clear() { map.clear(); }
    public synchronized V getOrDefault(Object k, V v) { V old = map.get(k); return old == null ? v : old; }
    public synchronized V putIfAbsent(K k, V v) { V old = map.get(k); if (old == null) map.put(k, v); return old; }
    public synchronized V computeIfAbsent(K k, Function<? super K, ? extends V> make) {
        V old = get(k);
        if (old != null) return old;
        V made = make.apply(k);
        if (made != null) map.put(k, made);
        return made;
    }
    public synchronized V computeIfPresent(K k, BiFunction<? super K, ? super V, ? extends V> make) { return map.computeIfPresent(k, make); }
    public synchronized V compute(K k, BiFunction<? super K, ? super V, ? extends V> make) {
        V made = make.apply(k, get(k));
        if (made == null) map.remove(k); else map.put(k, made);
        return made;
    }
    public synchronized V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> join) {
        V old = get(k);
        V made = old == null ? v : join.apply(old, v);
        if (made == null) map.remove(k); else map.put(k, made);
        return made;
    }
    private synchronized HashMap<K, V> copy() { return new HashMap<K, V>(map); }
    public Set<K> keySet() { return copy().keySet(); }
    public Collection<V> values() { return copy().values(); }
    public Set<Map.Entry<K, V>> entrySet() { return copy().entrySet(); }
    public String toString() { return copy().toString(); }
}
public class CopyOnWriteArrayList<E> extends AbstractList<E> {
    private volatile Object[] all = new Object[0];
    public CopyOnWriteArrayList() {}
    public int size() { return all.length; }
    public E get(int i) { return (E) all[i]; }
    public synchronized boolean add(E e) { Object[] old = all; Object[] now = new Object[old.length + 1]; for (int i = 0; i < old.length; i++) now[i] = old[i]; now[old.length] = e; all = now; return true; }
    public synchronized boolean remove(Object o) {
        Object[] old = all;
        for (int i = 0; i < old.length; i++) if (o == null ? old[i] == null : o.equals(old[i])) {
            Object[] now = new Object[old.length - 1];
            for (int j = 0; j < now.length; j++) now[j] = old[j < i ? j : j + 1];
            all = now;
            return true;
        }
        return false;
    }
    public Iterator<E> iterator() { ArrayList<E> copy = new ArrayList<>(); for (Object o : all) copy.add((E) o); return copy.iterator(); }
}
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> { public ConcurrentLinkedQueue() { super(2147483647); } }
public interface BlockingQueue<E> extends Queue<E> {
    void put(E e) throws InterruptedException;
    E take() throws InterruptedException;
    int remainingCapacity();
}
abstract class AbstractQueue<E> implements Queue<E> {
    final ArrayDeque<E> queue = new ArrayDeque<>();
    final int capacity;
    AbstractQueue(int capacity) { if (capacity <= 0) throw new IllegalArgumentException(); this.capacity = capacity; }
    public synchronized int size() { return queue.size(); }
    public synchronized boolean isEmpty() { return queue.isEmpty(); }
    public synchronized boolean contains(Object o) { return queue.contains(o); }
    public synchronized boolean offer(E e) { if (queue.size() >= capacity) return false; queue.addLast(e); this.notifyAll(); return true; }
    public boolean add(E e) { if (!offer(e)) throw new IllegalStateException("Queue full"); return true; }
    public synchronized E poll() { E e = queue.pollFirst(); this.notifyAll(); return e; }
    public synchronized E peek() { return queue.peekFirst(); }
    public E remove() { E e = poll(); if (e == null) throw new NoSuchElementException(); return e; }
    public E element() { E e = peek(); if (e == null) throw new NoSuchElementException(); return e; }
    public synchronized boolean remove(Object o) { return queue.remove(o); }
    public synchronized boolean addAll(Collection<? extends E> other) { return queue.addAll(other); }
    public synchronized void clear() { queue.clear(); this.notifyAll(); }
    public synchronized Object[] toArray() { return queue.toArray(); }
    public synchronized Iterator<E> iterator() { return new ArrayDeque<E>(queue).iterator(); }
    public synchronized String toString() { return queue.toString(); }
    public synchronized void put(E e) throws InterruptedException { while (queue.size() >= capacity) this.wait(); queue.addLast(e); this.notifyAll(); }
    public synchronized E take() throws InterruptedException { while (queue.isEmpty()) this.wait(); E e = queue.pollFirst(); this.notifyAll(); return e; }
    public synchronized int remainingCapacity() { return capacity - queue.size(); }
}
public class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> { public ArrayBlockingQueue(int capacity) { super(capacity); } }
public class LinkedBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> { public LinkedBlockingQueue() { super(2147483647); } public LinkedBlockingQueue(int capacity) { super(capacity); } }
