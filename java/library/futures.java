// Futures that others follow: what follows runs in the thread that completes the one before, or at once.
package java.util.concurrent;

import java.util.*;
import java.util.function.*;

public interface CompletionStage<T> {}
public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private T value;
    private Throwable thrown;
    private boolean done;
    private ArrayList<Given<Runnable>> after;
    // What comes before the end comes before what follows it.
    private volatile boolean told;
    public CompletableFuture() {}
    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> task) { CompletableFuture<U> f = new CompletableFuture<>(); elsewhere(() -> f.made(task)); return f; }
    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> task, Executor by) { CompletableFuture<U> f = new CompletableFuture<>(); by.execute(() -> f.made(task)); return f; }
    public static CompletableFuture<Void> runAsync(Runnable task) { return supplyAsync(() -> { task.run(); return null; }); }
    public static CompletableFuture<Void> runAsync(Runnable task, Executor by) { return supplyAsync(() -> { task.run(); return null; }, by); }
    public static <U> CompletableFuture<U> completedFuture(U value) { CompletableFuture<U> f = new CompletableFuture<>(); f.complete(value); return f; }
    public static <U> CompletableFuture<U> failedFuture(Throwable t) { CompletableFuture<U> f = new CompletableFuture<>(); f.completeExceptionally(t); return f; }
    // The pool that everybody has: its threads are daemons.
    private static void elsewhere(Runnable task) { Thread t = new Thread(task, "ForkJoinPool.commonPool-worker"); t.asDaemon(); t.start(); }
    private static Throwable wrapped(Throwable t) { return t instanceof CompletionException ? t : new CompletionException(t); }
    void made(Supplier<? extends T> task) {
        T made = null;
        Throwable t = null;
        try { made = task.get(); } catch (Throwable e) { t = wrapped(e); }
        end(made, t);
    }
    private boolean end(T made, Throwable t) {
        boolean first;
        told = true;
        synchronized (quiet) {
            first = !done;
            if (first) {
                value = made;
                thrown = t;
                done = true;
                RacefreePrimitives.notifyAll(quiet, quiet);
            }
            if (after == null) return first;
        }
        // Nothing is added any more.
        boolean more = true;
        while (more) {
            Given<Runnable> next;
            synchronized (quiet) {
                if (after == null) return first;
                next = after.remove(after.size() - 1);
                more = !after.isEmpty();
                if (!more) after = null;
            }
            next.taken().run();
        }
        return first;
    }
    // An executor that takes nothing any more is an exception of what follows.
    private <U> void by(Executor by, CompletableFuture<U> next, Runnable task) { try { by.execute(task); } catch (Throwable e) { next.end(null, wrapped(e)); } }
    // Runs something once this is done.
    private void then(Runnable next) {
        Given<Runnable> given = new Given<>(next);
        synchronized (quiet) { if (!done) { if (after == null) after = new ArrayList<>(); after.add(given); return; } }
        boolean seen = told;
        next.run();
    }
    public boolean complete(T value) { return end(value, null); }
    public boolean completeExceptionally(Throwable t) { return end(null, Objects.requireNonNull(t)); }
    public boolean cancel(boolean interrupt) { return end(null, new CancellationException()); }
    public boolean isCancelled() { synchronized (quiet) { return done && thrown instanceof CancellationException; } }
    // The time may be over at any moment.
    public CompletableFuture<T> orTimeout(long time, TimeUnit unit) { elsewhere(() -> end(null, new TimeoutException())); return this; }
    public CompletableFuture<T> completeOnTimeout(T value, long time, TimeUnit unit) { elsewhere(() -> end(value, null)); return this; }
    public CompletableFuture<T> completeAsync(Supplier<? extends T> task) { elsewhere(() -> made(task)); return this; }
    public CompletableFuture<T> toCompletableFuture() { return this; }
    public boolean isDone() { synchronized (quiet) { return done; } }
    public boolean isCompletedExceptionally() { synchronized (quiet) { return done && thrown != null; } }
    public T get() throws InterruptedException, ExecutionException {
        synchronized (quiet) { while (!done) RacefreePrimitives.waitOrThrow(quiet, quiet); }
        boolean seen = told;
        if (thrown instanceof CancellationException c) throw c;
        if (thrown != null) throw new ExecutionException(thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown);
        return value;
    }
    public T get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        synchronized (quiet) {
            if (!done) RacefreePrimitives.waitTimed(quiet, quiet);
            if (!done) throw new TimeoutException();
        }
        return get();
    }
    public T join() {
        synchronized (quiet) { while (!done) RacefreePrimitives.wait(quiet, quiet); }
        boolean seen = told;
        return now();
    }
    public T getNow(T other) { return isDone() ? join() : other; }
    private T now() {
        if (thrown instanceof CancellationException c) throw c;
        if (thrown != null) throw (CompletionException) wrapped(thrown);
        return value;
    }
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> f, Executor by) {
        CompletableFuture<U> next = new CompletableFuture<>();
        then(() -> { if (thrown != null) next.end(null, wrapped(thrown)); else by(by, next, () -> next.made(() -> f.apply(value))); });
        return next;
    }
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> f, Executor by) { return thenApplyAsync(t -> { f.accept(t); return null; }, by); }
    public CompletableFuture<Void> thenRunAsync(Runnable f, Executor by) { return thenApplyAsync(t -> { f.run(); return null; }, by); }
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> f, Executor by) { return thenApplyAsync(t -> t, by).thenCompose(f); }
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f, Executor by) {
        CompletableFuture<U> next = new CompletableFuture<>();
        then(() -> by(by, next, () -> next.made(() -> f.apply(value, thrown))));
        return next;
    }
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f, Executor by) {
        CompletableFuture<T> next = new CompletableFuture<>();
        then(() -> by(by, next, () -> next.seen(f, value, thrown)));
        return next;
    }
    // One that follows: an exception goes on, wrapped.
    private <U> CompletableFuture<U> followed(Function<? super T, ? extends U> f, boolean async) {
        CompletableFuture<U> next = new CompletableFuture<>();
        then(() -> {
            if (thrown != null) next.end(null, wrapped(thrown));
            else if (async) elsewhere(() -> next.made(() -> f.apply(value)));
            else next.made(() -> f.apply(value));
        });
        return next;
    }
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> f) { return followed(f, false); }
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> f) { return followed(f, true); }
    public CompletableFuture<Void> thenAccept(Consumer<? super T> f) { return followed(t -> { f.accept(t); return null; }, false); }
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> f) { return followed(t -> { f.accept(t); return null; }, true); }
    public CompletableFuture<Void> thenRun(Runnable f) { return followed(t -> { f.run(); return null; }, false); }
    public CompletableFuture<Void> thenRunAsync(Runnable f) { return followed(t -> { f.run(); return null; }, true); }
    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> f) {
        CompletableFuture<U> next = new CompletableFuture<>();
        then(() -> {
            if (thrown != null) { next.end(null, wrapped(thrown)); return; }
            try {
                CompletableFuture<U> inner = (CompletableFuture<U>) f.apply(value);
                inner.then(() -> next.end(inner.value, inner.thrown == null ? null : wrapped(inner.thrown)));
            } catch (Throwable e) { next.end(null, wrapped(e)); }
        });
        return next;
    }
    public <U, V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> f) {
        CompletableFuture<U> that = (CompletableFuture<U>) other;
        return thenCompose(t -> that.thenApply(u -> f.apply(t, u)));
    }
    public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> f) {
        CompletableFuture<U> that = (CompletableFuture<U>) other;
        return thenCompose(t -> that.thenApplyAsync(u -> f.apply(t, u)));
    }
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f) {
        CompletableFuture<T> next = new CompletableFuture<>();
        then(() -> elsewhere(() -> next.seen(f, value, thrown)));
        return next;
    }
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> f) {
        CompletableFuture<T> next = new CompletableFuture<>();
        then(() -> { if (thrown == null) next.end(value, null); else elsewhere(() -> next.made(() -> f.apply(thrown))); });
        return next;
    }
    public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> f) { return thenCombine(other, (t, u) -> { f.accept(t, u); return null; }); }
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable f) { return thenCombine((CompletionStage<Object>) other, (t, u) -> { f.run(); return null; }); }
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> f) {
        return ((CompletableFuture<T>) (Object) anyOf(this, (CompletableFuture<T>) other)).thenApply(f);
    }
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> f) { return applyToEither(other, t -> { f.accept(t); return null; }); }
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f) {
        CompletableFuture<U> next = new CompletableFuture<>();
        then(() -> elsewhere(() -> next.made(() -> f.apply(value, thrown))));
        return next;
    }
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> f) {
        return followed(t -> t, true).thenCompose(f);
    }
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> f) {
        CompletableFuture<T> next = new CompletableFuture<>();
        then(() -> { if (thrown == null) next.end(value, null); else next.made(() -> f.apply(thrown)); });
        return next;
    }
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> f) {
        CompletableFuture<U> next = new CompletableFuture<>();
        then(() -> next.made(() -> f.apply(value, thrown)));
        return next;
    }
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> f) {
        CompletableFuture<T> next = new CompletableFuture<>();
        then(() -> next.seen(f, value, thrown));
        return next;
    }
    private void seen(BiConsumer<? super T, ? super Throwable> f, T value, Throwable thrown) {
        Throwable t = null;
        try { f.accept(value, thrown); } catch (Throwable e) { t = e; }
        end(value, thrown != null ? wrapped(thrown) : t == null ? null : wrapped(t));
    }
    public static CompletableFuture<Void> allOf(CompletableFuture<?>... all) {
        CompletableFuture<Object> made = completedFuture(null);
        for (CompletableFuture<?> f : all) made = made.thenCombine((CompletableFuture<Object>) f, (x, y) -> null);
        return (CompletableFuture<Void>) (Object) made;
    }
    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... all) {
        CompletableFuture<Object> made = new CompletableFuture<>();
        for (CompletableFuture<?> f : all) f.then(() -> made.end(f.value, f.thrown == null ? null : wrapped(f.thrown)));
        return made;
    }
}
