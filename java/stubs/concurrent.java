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
    <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit);
    <T> T invokeAny(Collection<? extends Callable<T>> tasks);
    <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit);
    void shutdown();
    List<Runnable> shutdownNow();
}

public interface ScheduledExecutorService extends ExecutorService {
    ScheduledFuture<?> schedule(/*# forks */ Runnable command, long delay, TimeUnit unit);
    <V> ScheduledFuture<V> schedule(/*# forks */ Callable<V> task, long delay, TimeUnit unit);
    ScheduledFuture<?> scheduleAtFixedRate(/*# forks */ Runnable command, long first, long period, TimeUnit unit);
    ScheduledFuture<?> scheduleWithFixedDelay(/*# forks */ Runnable command, long first, long delay, TimeUnit unit);
}

public interface CompletionService<V> extends outside.Members {
    Future<V> submit(/*# forks */ Callable<V> task);
    Future<V> submit(/*# forks */ Runnable task, V result);
}

public class ExecutorCompletionService<V> extends outside.Members implements CompletionService<V> {
    public ExecutorCompletionService(Executor executor) {}
    public ExecutorCompletionService(Executor executor, BlockingQueue<Future<V>> queue) {}
}

public interface ThreadFactory {
    Thread newThread(/*# forks */ Runnable task);
}

public class SubmissionPublisher<T> extends outside.Members {
    public SubmissionPublisher() {}
    public CompletableFuture<Void> consume(/*# forks */ Consumer<? super T> consumer);
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
    public static ThreadFactory defaultThreadFactory();
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
    public static void invokeAll(/*# forks */ ForkJoinTask<?>... tasks);
    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks);
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

// What a stage does runs in the thread that completes the one before, or in one of an executor.
public interface CompletionStage<T> extends outside.Members {
    <U> CompletionStage<U> thenApply(/*# forks */ Function<? super T, ? extends U> fn);
    <U> CompletionStage<U> thenApplyAsync(/*# forks */ Function<? super T, ? extends U> fn);
    <U> CompletionStage<U> thenApplyAsync(/*# forks */ Function<? super T, ? extends U> fn, Executor executor);
    CompletionStage<Void> thenAccept(/*# forks */ Consumer<? super T> action);
    CompletionStage<Void> thenAcceptAsync(/*# forks */ Consumer<? super T> action);
    CompletionStage<Void> thenAcceptAsync(/*# forks */ Consumer<? super T> action, Executor executor);
    CompletionStage<Void> thenRun(/*# forks */ Runnable action);
    CompletionStage<Void> thenRunAsync(/*# forks */ Runnable action);
    CompletionStage<Void> thenRunAsync(/*# forks */ Runnable action, Executor executor);
    <U, V> CompletionStage<V> thenCombine(CompletionStage<? extends U> other, /*# forks */ BiFunction<? super T, ? super U, ? extends V> fn);
    <U, V> CompletionStage<V> thenCombineAsync(CompletionStage<? extends U> other, /*# forks */ BiFunction<? super T, ? super U, ? extends V> fn);
    <U, V> CompletionStage<V> thenCombineAsync(CompletionStage<? extends U> other, /*# forks */ BiFunction<? super T, ? super U, ? extends V> fn, Executor executor);
    <U> CompletionStage<Void> thenAcceptBoth(CompletionStage<? extends U> other, /*# forks */ BiConsumer<? super T, ? super U> action);
    <U> CompletionStage<Void> thenAcceptBothAsync(CompletionStage<? extends U> other, /*# forks */ BiConsumer<? super T, ? super U> action);
    <U> CompletionStage<Void> thenAcceptBothAsync(CompletionStage<? extends U> other, /*# forks */ BiConsumer<? super T, ? super U> action, Executor executor);
    CompletionStage<Void> runAfterBoth(CompletionStage<?> other, /*# forks */ Runnable action);
    CompletionStage<Void> runAfterBothAsync(CompletionStage<?> other, /*# forks */ Runnable action);
    CompletionStage<Void> runAfterBothAsync(CompletionStage<?> other, /*# forks */ Runnable action, Executor executor);
    <U> CompletionStage<U> applyToEither(CompletionStage<? extends T> other, /*# forks */ Function<? super T, U> fn);
    <U> CompletionStage<U> applyToEitherAsync(CompletionStage<? extends T> other, /*# forks */ Function<? super T, U> fn);
    <U> CompletionStage<U> applyToEitherAsync(CompletionStage<? extends T> other, /*# forks */ Function<? super T, U> fn, Executor executor);
    CompletionStage<Void> acceptEither(CompletionStage<? extends T> other, /*# forks */ Consumer<? super T> action);
    CompletionStage<Void> acceptEitherAsync(CompletionStage<? extends T> other, /*# forks */ Consumer<? super T> action);
    CompletionStage<Void> acceptEitherAsync(CompletionStage<? extends T> other, /*# forks */ Consumer<? super T> action, Executor executor);
    CompletionStage<Void> runAfterEither(CompletionStage<?> other, /*# forks */ Runnable action);
    CompletionStage<Void> runAfterEitherAsync(CompletionStage<?> other, /*# forks */ Runnable action);
    CompletionStage<Void> runAfterEitherAsync(CompletionStage<?> other, /*# forks */ Runnable action, Executor executor);
    <U> CompletionStage<U> thenCompose(/*# forks */ Function<? super T, ? extends CompletionStage<U>> fn);
    <U> CompletionStage<U> thenComposeAsync(/*# forks */ Function<? super T, ? extends CompletionStage<U>> fn);
    <U> CompletionStage<U> thenComposeAsync(/*# forks */ Function<? super T, ? extends CompletionStage<U>> fn, Executor executor);
    <U> CompletionStage<U> handle(/*# forks */ BiFunction<? super T, Throwable, ? extends U> fn);
    <U> CompletionStage<U> handleAsync(/*# forks */ BiFunction<? super T, Throwable, ? extends U> fn);
    <U> CompletionStage<U> handleAsync(/*# forks */ BiFunction<? super T, Throwable, ? extends U> fn, Executor executor);
    CompletionStage<T> whenComplete(/*# forks */ BiConsumer<? super T, ? super Throwable> action);
    CompletionStage<T> whenCompleteAsync(/*# forks */ BiConsumer<? super T, ? super Throwable> action);
    CompletionStage<T> whenCompleteAsync(/*# forks */ BiConsumer<? super T, ? super Throwable> action, Executor executor);
    CompletionStage<T> exceptionally(/*# forks */ Function<Throwable, ? extends T> fn);
    CompletionStage<T> exceptionallyAsync(/*# forks */ Function<Throwable, ? extends T> fn);
    CompletionStage<T> exceptionallyAsync(/*# forks */ Function<Throwable, ? extends T> fn, Executor executor);
    CompletionStage<T> exceptionallyCompose(/*# forks */ Function<Throwable, ? extends CompletionStage<T>> fn);
    CompletionStage<T> exceptionallyComposeAsync(/*# forks */ Function<Throwable, ? extends CompletionStage<T>> fn);
    CompletionStage<T> exceptionallyComposeAsync(/*# forks */ Function<Throwable, ? extends CompletionStage<T>> fn, Executor executor);
    CompletableFuture<T> toCompletableFuture();
}

public class CompletableFuture<T> extends outside.Members implements Future<T>, CompletionStage<T> {
    public CompletableFuture() {}
    public static CompletableFuture<Void> runAsync(/*# forks */ Runnable runnable);
    public static CompletableFuture<Void> runAsync(/*# forks */ Runnable runnable, Executor executor);
    public static <U> CompletableFuture<U> supplyAsync(/*# forks */ Supplier<U> supplier);
    public static <U> CompletableFuture<U> supplyAsync(/*# forks */ Supplier<U> supplier, Executor executor);
    public <U> CompletableFuture<U> thenApply(/*# forks */ Function<? super T, ? extends U> fn);
    public <U> CompletableFuture<U> thenApplyAsync(/*# forks */ Function<? super T, ? extends U> fn);
    public <U> CompletableFuture<U> thenApplyAsync(/*# forks */ Function<? super T, ? extends U> fn, Executor executor);
    public CompletableFuture<Void> thenAccept(/*# forks */ Consumer<? super T> action);
    public CompletableFuture<Void> thenAcceptAsync(/*# forks */ Consumer<? super T> action);
    public CompletableFuture<Void> thenAcceptAsync(/*# forks */ Consumer<? super T> action, Executor executor);
    public CompletableFuture<Void> thenRun(/*# forks */ Runnable action);
    public CompletableFuture<Void> thenRunAsync(/*# forks */ Runnable action);
    public CompletableFuture<Void> thenRunAsync(/*# forks */ Runnable action, Executor executor);
    public <U, V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> other, /*# forks */ BiFunction<? super T, ? super U, ? extends V> fn);
    public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other, /*# forks */ BiFunction<? super T, ? super U, ? extends V> fn);
    public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other, /*# forks */ BiFunction<? super T, ? super U, ? extends V> fn, Executor executor);
    public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> other, /*# forks */ BiConsumer<? super T, ? super U> action);
    public <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> other, /*# forks */ BiConsumer<? super T, ? super U> action);
    public <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> other, /*# forks */ BiConsumer<? super T, ? super U> action, Executor executor);
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, /*# forks */ Runnable action);
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, /*# forks */ Runnable action);
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, /*# forks */ Runnable action, Executor executor);
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, /*# forks */ Function<? super T, U> fn);
    public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other, /*# forks */ Function<? super T, U> fn);
    public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other, /*# forks */ Function<? super T, U> fn, Executor executor);
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, /*# forks */ Consumer<? super T> action);
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, /*# forks */ Consumer<? super T> action);
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, /*# forks */ Consumer<? super T> action, Executor executor);
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, /*# forks */ Runnable action);
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, /*# forks */ Runnable action);
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, /*# forks */ Runnable action, Executor executor);
    public <U> CompletableFuture<U> thenCompose(/*# forks */ Function<? super T, ? extends CompletionStage<U>> fn);
    public <U> CompletableFuture<U> thenComposeAsync(/*# forks */ Function<? super T, ? extends CompletionStage<U>> fn);
    public <U> CompletableFuture<U> thenComposeAsync(/*# forks */ Function<? super T, ? extends CompletionStage<U>> fn, Executor executor);
    public <U> CompletableFuture<U> handle(/*# forks */ BiFunction<? super T, Throwable, ? extends U> fn);
    public <U> CompletableFuture<U> handleAsync(/*# forks */ BiFunction<? super T, Throwable, ? extends U> fn);
    public <U> CompletableFuture<U> handleAsync(/*# forks */ BiFunction<? super T, Throwable, ? extends U> fn, Executor executor);
    public CompletableFuture<T> whenComplete(/*# forks */ BiConsumer<? super T, ? super Throwable> action);
    public CompletableFuture<T> whenCompleteAsync(/*# forks */ BiConsumer<? super T, ? super Throwable> action);
    public CompletableFuture<T> whenCompleteAsync(/*# forks */ BiConsumer<? super T, ? super Throwable> action, Executor executor);
    public CompletableFuture<T> exceptionally(/*# forks */ Function<Throwable, ? extends T> fn);
    public CompletableFuture<T> exceptionallyAsync(/*# forks */ Function<Throwable, ? extends T> fn);
    public CompletableFuture<T> exceptionallyAsync(/*# forks */ Function<Throwable, ? extends T> fn, Executor executor);
    public CompletableFuture<T> exceptionallyCompose(/*# forks */ Function<Throwable, ? extends CompletionStage<T>> fn);
    public CompletableFuture<T> exceptionallyComposeAsync(/*# forks */ Function<Throwable, ? extends CompletionStage<T>> fn);
    public CompletableFuture<T> exceptionallyComposeAsync(/*# forks */ Function<Throwable, ? extends CompletionStage<T>> fn, Executor executor);
    public CompletableFuture<T> completeAsync(/*# forks */ Supplier<? extends T> supplier);
    public CompletableFuture<T> completeAsync(/*# forks */ Supplier<? extends T> supplier, Executor executor);
    public static <U> CompletableFuture<U> completedFuture(U value);
    public static <U> CompletionStage<U> completedStage(U value);
    public static <U> CompletableFuture<U> failedFuture(Throwable thrown);
    public static CompletableFuture<Void> allOf(CompletableFuture<?>... all);
    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... all);
    public static Executor delayedExecutor(long delay, TimeUnit unit);
    public static Executor delayedExecutor(long delay, TimeUnit unit, Executor executor);
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
// With a size from which on they work in parallel.
public class ConcurrentHashMap<K, V> extends outside.Members implements ConcurrentMap<K, V> {
    public ConcurrentHashMap() {}
    public ConcurrentHashMap(int size) {}
    public void forEach(long least, /*# forks */ BiConsumer<? super K, ? super V> action);
    public <U> void forEach(long least, /*# forks */ BiFunction<? super K, ? super V, ? extends U> transformer, /*# forks */ Consumer<? super U> action);
    public <U> U search(long least, /*# forks */ BiFunction<? super K, ? super V, ? extends U> search);
    public <U> U reduce(long least, /*# forks */ BiFunction<? super K, ? super V, ? extends U> transformer, /*# forks */ BiFunction<? super U, ? super U, ? extends U> reducer);
    public void forEachKey(long least, /*# forks */ Consumer<? super K> action);
    public <U> void forEachKey(long least, /*# forks */ Function<? super K, ? extends U> transformer, /*# forks */ Consumer<? super U> action);
    public <U> U searchKeys(long least, /*# forks */ Function<? super K, ? extends U> search);
    public <U> U reduceKeys(long least, /*# forks */ Function<? super K, ? extends U> transformer, /*# forks */ BiFunction<? super U, ? super U, ? extends U> reducer);
    public K reduceKeys(long least, /*# forks */ BiFunction<K, K, ? extends K> reducer);
    public void forEachValue(long least, /*# forks */ Consumer<? super V> action);
    public <U> void forEachValue(long least, /*# forks */ Function<? super V, ? extends U> transformer, /*# forks */ Consumer<? super U> action);
    public <U> U searchValues(long least, /*# forks */ Function<? super V, ? extends U> search);
    public <U> U reduceValues(long least, /*# forks */ Function<? super V, ? extends U> transformer, /*# forks */ BiFunction<? super U, ? super U, ? extends U> reducer);
    public V reduceValues(long least, /*# forks */ BiFunction<V, V, ? extends V> reducer);
    public void forEachEntry(long least, /*# forks */ Consumer<? super Map.Entry<K, V>> action);
    public <U> void forEachEntry(long least, /*# forks */ Function<Map.Entry<K, V>, ? extends U> transformer, /*# forks */ Consumer<? super U> action);
    public <U> U searchEntries(long least, /*# forks */ Function<Map.Entry<K, V>, ? extends U> search);
    public <U> U reduceEntries(long least, /*# forks */ Function<Map.Entry<K, V>, ? extends U> transformer, /*# forks */ BiFunction<? super U, ? super U, ? extends U> reducer);
    public Map.Entry<K, V> reduceEntries(long least, /*# forks */ BiFunction<Map.Entry<K, V>, Map.Entry<K, V>, ? extends Map.Entry<K, V>> reducer);
}

public class StructuredTaskScope<T> extends outside.Members {
    public StructuredTaskScope() {}
    public <U extends T> Object fork(/*# forks */ Callable<? extends U> task);
}
