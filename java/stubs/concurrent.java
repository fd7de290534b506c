// Executors and their like: what they are given runs in another thread.
package java.util.concurrent;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/*# thread_shared */
public interface Callable<V> {
    V call() throws Exception;
}

public interface Future<V> extends outside.Members {
    V get();
    V get(long timeout, TimeUnit unit);
}

public interface Executor extends outside.Members {
    void execute(/*# forks */ Runnable command);
}

public interface ExecutorService extends Executor {
    <T> Future<T> submit(/*# forks */ Callable<T> task);
    Future<?> submit(/*# forks */ Runnable task);
    <T> Future<T> submit(/*# forks */ Runnable task, T result);
    <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks);
    void shutdown();
    List<Runnable> shutdownNow();
}

public interface ScheduledExecutorService extends ExecutorService {
    ScheduledFuture<?> schedule(/*# forks */ Runnable command, long delay, TimeUnit unit);
    <V> ScheduledFuture<V> schedule(/*# forks */ Callable<V> task, long delay, TimeUnit unit);
    ScheduledFuture<?> scheduleAtFixedRate(/*# forks */ Runnable command, long first, long period, TimeUnit unit);
    ScheduledFuture<?> scheduleWithFixedDelay(/*# forks */ Runnable command, long first, long delay, TimeUnit unit);
}

public interface ScheduledFuture<V> extends Future<V> { }

public class Executors extends outside.Members {
    public static ExecutorService newFixedThreadPool(int threads);
    public static ExecutorService newCachedThreadPool();
    public static ExecutorService newSingleThreadExecutor();
    public static ExecutorService newWorkStealingPool();
    public static ExecutorService newVirtualThreadPerTaskExecutor();
    public static ScheduledExecutorService newScheduledThreadPool(int threads);
    public static ScheduledExecutorService newSingleThreadScheduledExecutor();
}

public class ThreadPoolExecutor extends outside.Members implements ExecutorService {
    public ThreadPoolExecutor(int core, int most, long alive, TimeUnit unit, BlockingQueue<Runnable> queue) {}
}

public class ForkJoinPool extends outside.Members implements ExecutorService {
    public ForkJoinPool() {}
    public ForkJoinPool(int parallelism) {}
    public static ForkJoinPool commonPool();
    public <T> T invoke(/*# forks */ ForkJoinTask<T> task);
    public void execute(/*# forks */ ForkJoinTask<?> task);
    public <T> ForkJoinTask<T> submit(/*# forks */ ForkJoinTask<T> task);
}

public abstract class ForkJoinTask<V> extends outside.Members implements Future<V> {
    public final ForkJoinTask<V> fork();
    public final V join();
    public final V invoke();
    public static void invokeAll(/*# forks */ ForkJoinTask<?> t1, /*# forks */ ForkJoinTask<?> t2);
}

public abstract class RecursiveTask<V> extends ForkJoinTask<V> {
    protected abstract V compute();
}

public abstract class RecursiveAction extends ForkJoinTask<Void> {
    protected abstract void compute();
}

public class FutureTask<V> extends outside.Members implements Future<V>, Runnable {
    public FutureTask(/*# forks */ Callable<V> callable) {}
    public FutureTask(/*# forks */ Runnable runnable, V result) {}
    public void run();
}

public interface CompletionStage<T> extends outside.Members { }

public class CompletableFuture<T> extends outside.Members implements Future<T>, CompletionStage<T> {
    public CompletableFuture() {}
    public static CompletableFuture<Void> runAsync(/*# forks */ Runnable runnable);
    public static CompletableFuture<Void> runAsync(/*# forks */ Runnable runnable, Executor executor);
    public static <U> CompletableFuture<U> supplyAsync(/*# forks */ Supplier<U> supplier);
    public static <U> CompletableFuture<U> supplyAsync(/*# forks */ Supplier<U> supplier, Executor executor);
    public <U> CompletableFuture<U> thenApply(/*# forks */ Function<? super T, ? extends U> fn);
    public <U> CompletableFuture<U> thenApplyAsync(/*# forks */ Function<? super T, ? extends U> fn);
    public CompletableFuture<Void> thenAccept(/*# forks */ Consumer<? super T> action);
    public CompletableFuture<Void> thenAcceptAsync(/*# forks */ Consumer<? super T> action);
    public CompletableFuture<Void> thenRun(/*# forks */ Runnable action);
    public CompletableFuture<Void> thenRunAsync(/*# forks */ Runnable action);
    public <U> CompletableFuture<U> thenCompose(/*# forks */ Function<? super T, ? extends CompletionStage<U>> fn);
    public <U> CompletableFuture<U> handle(/*# forks */ BiFunction<? super T, Throwable, ? extends U> fn);
    public CompletableFuture<T> whenComplete(/*# forks */ BiConsumer<? super T, ? super Throwable> action);
    public T join();
}

public interface BlockingQueue<E> extends Queue<E> {
    void put(E e);
    E take();
}

public class LinkedBlockingQueue<E> extends outside.Members implements BlockingQueue<E> { public LinkedBlockingQueue() {} public LinkedBlockingQueue(int n) {} }
public class ArrayBlockingQueue<E> extends outside.Members implements BlockingQueue<E> { public ArrayBlockingQueue(int n) {} }
public class ConcurrentLinkedQueue<E> extends outside.Members implements Queue<E> { public ConcurrentLinkedQueue() {} }
public class CopyOnWriteArrayList<E> extends outside.Members implements List<E> { public CopyOnWriteArrayList() {} public CopyOnWriteArrayList(Collection<? extends E> c) {} }

public interface ConcurrentMap<K, V> extends Map<K, V> { }
public class ConcurrentHashMap<K, V> extends outside.Members implements ConcurrentMap<K, V> { public ConcurrentHashMap() {} public ConcurrentHashMap(int size) {} }
