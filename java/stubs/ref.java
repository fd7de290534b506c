// Objects behind references.
package java.lang.ref;

public abstract class Reference<T> extends outside.Members { public T get(); }
public class WeakReference<T> extends Reference<T> { public WeakReference(T value) {} public WeakReference(T value, ReferenceQueue<? super T> queue) {} }
public class SoftReference<T> extends Reference<T> { public SoftReference(T value) {} public SoftReference(T value, ReferenceQueue<? super T> queue) {} }
public class Cleaner extends outside.Members {
    public static Cleaner create();
    public Cleanable register(Object object, /*# forks */ Runnable action);
    public interface Cleanable extends outside.Members { void clean(); }
}
