// Members of java.lang that start threads, or call what they are given. Others are found in `outside.Members`, which nothing declares.
package java.lang;

import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Supplier;

/*# thread_shared */
public interface Runnable {
    void run();
}

/*# thread_shared */
public class Thread extends outside.Members implements Runnable {
    public Thread() {}
    public Thread(/*# forks */ Runnable task) {}
    public Thread(/*# forks */ Runnable task, String name) {}
    public Thread(String name) {}
    public Thread(ThreadGroup group, /*# forks */ Runnable task) {}
    public Thread(ThreadGroup group, /*# forks */ Runnable task, String name) {}
    public Thread(ThreadGroup group, /*# forks */ Runnable task, String name, long stackSize) {}
    public Thread(ThreadGroup group, String name) {}
    public void run();
    public void start();
    public final void join() throws InterruptedException;
    public static Thread currentThread();
    public static void sleep(long millis) throws InterruptedException;
    public static Thread startVirtualThread(/*# forks */ Runnable task);
    public void setUncaughtExceptionHandler(/*# forks */ UncaughtExceptionHandler handler);
    public static void setDefaultUncaughtExceptionHandler(/*# forks */ UncaughtExceptionHandler handler);
    public static Builder ofPlatform();
    public static Builder ofVirtual();

    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable thrown);
    }

    public interface Builder extends outside.Members {
        Builder name(String name);
        Thread start(/*# forks */ Runnable task);
        Thread unstarted(/*# forks */ Runnable task);
        Builder daemon();
        Builder daemon(boolean on);
        Builder priority(int priority);
        Builder group(ThreadGroup group);
        Builder name(String prefix, long start);
        java.util.concurrent.ThreadFactory factory();
    }
}

public interface Iterable<T> extends outside.Members {
    Iterator<T> iterator();
    default void forEach(/*# immediate */ Consumer<? super T> action);
}

public class ThreadLocal<T> extends outside.Members {
    public ThreadLocal() {}
    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier);
    public T get();
    public void set(T value);
}

public class Runtime extends outside.Members {
    public static Runtime getRuntime();
    public void addShutdownHook(/*# forks */ Thread hook);
}
