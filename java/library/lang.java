// The part of java.lang that programs run with.
package java.lang;

import java.io.PrintStream;
import java.util.Iterator;
import java.util.function.Consumer;

public final class RacefreePrimitives {
    public static native void start(Thread t);
    public static native void startDaemon(Thread t);
    public static native void halt(int status);
    public static native void interrupt(Thread t);
    public static native void interruptAgain();
    public static native boolean interrupted(boolean clear);
    public static native boolean isInterrupted(Thread t);
    public static native void join(Thread t);
    public static native void joinTimed(Thread t);
    public static native boolean isAlive(Thread t);
    public static native int activity(Thread t);
    public static native void pause();
    public static native int startNumber(Thread t);
    public static native void ending();
    public static native int threadNumber();
    public static native Thread current();
    public static native Object locals();
    public static native void setLocals(Object o);
    public static native void setCurrent(Thread t);
    public static native void wait(Object set, Object lock);
    public static native void waitOrThrow(Object set, Object lock);
    public static native boolean waitTimed(Object set, Object lock);
    public static native void notify(Object set, Object lock);
    public static native void notifyAll(Object set, Object lock);
    public static native void acquire(Object lock);
    public static native void acquireOrThrow(Object lock);
    public static native void release(Object lock);
    public static native boolean tryAcquire(Object lock);
    public static native int holds(Object lock);
    public static native boolean isHeld(Object lock);
    public static native boolean compareAndSet(Object o, Object old, Object now);
    public static native Object getAndSet(Object o, Object now);
    public static native int getAndAdd(Object o, int d);
    public static native long getAndAddLong(Object o, long d);
    public static native void print(String text);
    public static native void printError(String text);
    public static native String className(Object o);
    public static native String simpleName(Object o);
    public static native int identityHash(Object o);
    public static native Object fill(Object array);
    public static native Object nested(Object array);
    public static native Object copyArray(Object array, int from, int to, int end);
    public static native Object cloneArray(Object array);
    public static native Object copyObject(Object o);
    public static native boolean isArray(Object o);
    public static native int arrayLength(Object array);
    public static native Object constant(Object o, String name, int ordinal);
    public static native int ordinal(Object o);
    public static native String constantName(Object o);
    public static native String concat(Object a, Object b);
    public static native String text(Object v);
    public static native String charText(char c);
    public static native int length(String s);
    public static native char charAt(String s, int i);
    public static native String substring(String s, int from, int to);
    public static native int indexOf(String s, String part, int from);
    public static native int compareText(String a, String b);
    public static native int hashText(String s);
    public static native String intern(String s);
    public static native String upper(String s);
    public static native String lower(String s);
    public static native boolean isLetter(int c);
    public static native boolean sameValue(Object a, Object b);
    public static native int hashValue(Object v);
    public static native Object boxChar(char c);
    public static native Object unbox(Object v);
    public static native byte toByte(int n);
    public static native short toShort(int n);
    public static native char toChar(int n);
    public static native int shiftLeft(int a, int b);
    public static native int shiftRight(int a, int b);
    public static native int shiftRightUnsigned(int a, int b);
    public static native int bitAnd(int a, int b);
    public static native int bitOr(int a, int b);
    public static native int bitXor(int a, int b);
    public static native int bitNot(int a);
    public static native long toLong(Object n);
    public static native double toDouble(Object n);
    public static native float toFloat(Object n);
    public static native int toInt(Object n);
    public static native long longOf(String digits);
    public static native double doubleOf(String digits);
    public static native float floatOf(String digits);
    public static native int wide(int op, Object a, Object b);
    public static native double real(int function, double x, double y);
    public static native String fixed(double x, int digits);
    public static native String scientific(double x, int digits);
    public static native String radix(long n, int radix);
}

// A lock that keeps others out of a few lines of the library, and orders nothing: no code of a program runs in them, but for `equals` and `hashCode`.
final class RacefreeQuiet {}

public class Object {
    public native String toString();
    public native boolean equals(Object other);
    public native int hashCode();
    protected native Object clone() throws CloneNotSupportedException;
    public final native Class<?> getClass();
    public final native void wait() throws InterruptedException;
    public final native void wait(long millis) throws InterruptedException;
    public final native void notify();
    public final native void notifyAll();
}

final class RacefreeObject {
    static String toString(Object o) { return o.getClass().getName() + "@" + Integer.toHexString(o.hashCode()); }
    static boolean equals(Object o, Object other) { return o == other; }
    static int hashCode(Object o) { return RacefreePrimitives.identityHash(o); }
    static Object clone(Object o) throws CloneNotSupportedException {
        if (!(o instanceof Cloneable)) throw new CloneNotSupportedException(RacefreePrimitives.className(o));
        return RacefreePrimitives.copyObject(o);
    }
    static Class<?> getClass(Object o) { return new Class<Object>(RacefreePrimitives.className(o), RacefreePrimitives.simpleName(o)); }
    // A switch has no case for null.
    static void present(Object selector) { if (selector == null) throw new NullPointerException(); }
    static boolean sameClass(Object a, Object b) { return a == b || a != null && a.equals(b); }
    static Class<?> described(String name) {
        int at = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$'));
        return new Class<Object>(name, name.substring(at + 1));
    }
    static void wait(Object o) { RacefreePrimitives.waitOrThrow(o, o); }
    static void wait(Object o, long millis) {
        if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
        if (millis == 0) RacefreePrimitives.waitOrThrow(o, o); else RacefreePrimitives.waitTimed(o, o);
    }
    static void notify(Object o) { RacefreePrimitives.notify(o, o); }
    static void notifyAll(Object o) { RacefreePrimitives.notifyAll(o, o); }
}

public final class Class<T> {
    private final String name;
    private final String simple;
    Class(String name, String simple) { this.name = name; this.simple = simple; }
    public String getName() { return name; }
    public String getSimpleName() { return simple; }
    public String getTypeName() { return name; }
    public boolean isInstance(Object o) { throw new RacefreeRefusal("isInstance of a class that is no literal does not run"); }
    public T cast(Object o) { throw new RacefreeRefusal("cast of a class that is no literal does not run"); }
    public boolean equals(Object other) { return other instanceof Class<?> that && name.equals(that.name); }
    public int hashCode() { return name.hashCode(); }
    public String toString() { return "class " + name; }
}
public interface Runnable { void run(); }
public interface AutoCloseable { void close() throws Exception; }
public interface Cloneable {}
public interface Comparable<T> { int compareTo(T other); }
public interface CharSequence { int length(); char charAt(int i); default boolean isEmpty() { return length() == 0; } CharSequence subSequence(int from, int to); }
public interface Iterable<T> {
    Iterator<T> iterator();
    default void forEach(Consumer<? super T> action) { for (T t : this) action.accept(t); }
}

public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1, NORM_PRIORITY = 5, MAX_PRIORITY = 10;
    private final Runnable task;
    private volatile String name;
    private int priority = NORM_PRIORITY;
    private volatile boolean daemon;
    // What was done before an interruption comes before its effects.
    private volatile int told;
    static RacefreeLocals locals() {
        if (RacefreePrimitives.locals() == null) RacefreePrimitives.setLocals(new RacefreeLocals());
        return (RacefreeLocals) RacefreePrimitives.locals();
    }
    public Thread() { this(null, next()); }
    public Thread(Runnable task) { this(task, next()); }
    public Thread(String name) { this(null, name); }
    public Thread(Runnable task, String name) { this.task = task; this.name = name; }
    private static String next() { return "Thread-" + RacefreePrimitives.threadNumber(); }
    private boolean isStarted() { return RacefreePrimitives.startNumber(this) >= 0; }
    private volatile UncaughtExceptionHandler handler;
    UncaughtExceptionHandler own() { return handler; }
    private void enterThread() {
        try { run(); }
        catch (Throwable e) {
            UncaughtExceptionHandler mine = handler == null ? RacefreeHandler.all : handler;
            if (mine == null) throw e;
            mine.uncaughtException(this, e);
        } finally { RacefreePrimitives.ending(); }
    }
    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) { RacefreeHandler.all = handler; }
    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() { return RacefreeHandler.all; }
    public void run() { if (task != null) task.run(); }
    public void start() { if (daemon) RacefreePrimitives.startDaemon(this); else RacefreePrimitives.start(this); }
    public final boolean isDaemon() { return daemon; }
    public final void setDaemon(boolean on) { if (isStarted() && isAlive()) throw new IllegalThreadStateException(); daemon = on; }
    // Of a thread that has not been started.
    void asDaemon() { daemon = true; }
    public void interrupt() { told = 1; RacefreePrimitives.interrupt(this); }
    public boolean isInterrupted() { return told == 1 && RacefreePrimitives.isInterrupted(this); }
    public static boolean interrupted() { return RacefreePrimitives.interrupted(true); }
    public State getState() { return State.values()[RacefreePrimitives.activity(this)]; }
    private boolean virtual;
    public final boolean isVirtual() { return virtual; }
    volatile RacefreePermit permit;
    RacefreePermit permit() {
        if (permit == null) synchronized (RacefreePermit.MAKING) { if (permit == null) permit = new RacefreePermit(); }
        return permit;
    }
    public final long threadId() { return RacefreeIdentity.numberOfThread(this); }
    public long getId() { return RacefreeIdentity.numberOfThread(this); }
    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }
    // As in the JDK, who has the monitor of the thread gives it up while it waits.
    public final void join() throws InterruptedException {
        if (RacefreePrimitives.holds(this) > 0 && isStarted()) RacefreePrimitives.waitOrThrow(this, this);
        RacefreePrimitives.join(this);
    }
    public final void join(long millis) throws InterruptedException { RacefreePrimitives.joinTimed(this); }
    public final boolean isAlive() { return RacefreePrimitives.isAlive(this); }
    public final String getName() { return name; }
    public final void setName(String name) { this.name = name; }
    public final void setPriority(int p) { priority = p; }
    public final int getPriority() { return priority; }
    public String toString() {
        if (virtual) throw new RacefreeRefusal("the text of a virtual thread does not run: its name does");
        return "Thread[#" + RacefreeIdentity.numberOfThread(this) + "," + name + "," + priority + ",main]";
    }
    public static Thread currentThread() {
        Thread t = RacefreePrimitives.current();
        if (t == null) {
            t = new Thread(null, "main");
            RacefreePrimitives.setCurrent(t);
        }
        return t;
    }
    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
        if (RacefreePrimitives.locals() != null) locals().slept(millis);
        RacefreePrimitives.pause();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException("sleep interrupted");
    }
    public static void sleep(long millis, int nanos) throws InterruptedException { sleep(millis); }
    public static void yield() {}
    public static void onSpinWait() {}
    public static boolean holdsLock(Object o) { return RacefreePrimitives.holds(o) > 0; }
    public interface UncaughtExceptionHandler { void uncaughtException(Thread t, Throwable e); }
    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) { this.handler = handler; }
    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        UncaughtExceptionHandler own = handler;
        if (own == null) throw new RacefreeRefusal("the group of a thread, which is the handler of one that has none, does not run");
        return own;
    }
    public static Thread startVirtualThread(Runnable task) { return ofVirtual().start(task); }
    public static Builder ofPlatform() { return new Builder(); }
    public static Builder ofVirtual() { Builder b = new Builder().name(""); b.daemon = true; b.virtual = true; return b; }
    public static class Builder {
        private String name;
        private boolean daemon, virtual;
        public Builder daemon() { daemon = true; return this; }
        public Builder daemon(boolean on) { daemon = on; return this; }
        public Builder name(String name) { this.name = name; return this; }
        // The next number of a name that has one.
        private long number = -1;
        public Builder name(String name, long start) { this.name = name; number = start; return this; }
        private String nextName() { return number < 0 ? name : name + number++; }
        public java.util.concurrent.ThreadFactory factory() { return task -> unstarted(task); }
        public Thread unstarted(Runnable task) { Thread t = name == null ? new Thread(task) : new Thread(task, nextName()); t.daemon = daemon; t.virtual = virtual; return t; }
        public Thread start(Runnable task) { Thread t = unstarted(task); t.start(); return t; }
    }
}

// The handler of all threads that have none of their own.
final class RacefreeHandler {
    static volatile Thread.UncaughtExceptionHandler all;
    static void ofMain(Throwable e) {
        Thread t = Thread.currentThread();
        Thread.UncaughtExceptionHandler mine = t.own() == null ? all : t.own();
        if (mine == null) throw e;
        mine.uncaughtException(t, e);
    }
}
// A permit to go on, which a thread that parks waits for.
final class RacefreePermit {
    // No class constant: it would be the first `Object` of a program.
    static final RacefreePermit MAKING = new RacefreePermit();
    private boolean there;
    synchronized void give() { there = true; RacefreePrimitives.notifyAll(this, this); }
    // An interruption ends the wait, and stays.
    synchronized void take(boolean timed) {
        try {
            if (timed) { if (!there) RacefreePrimitives.waitTimed(this, this); }
            else while (!there) RacefreePrimitives.waitOrThrow(this, this);
        } catch (InterruptedException e) { RacefreePrimitives.interruptAgain(); }
        there = false;
    }
}
// The values of one thread: nobody else comes near them.
final class RacefreeLocals {
    private final java.util.ArrayList<Object> owners = new java.util.ArrayList<>();
    private final java.util.ArrayList<Object> values = new java.util.ArrayList<>();
    private int place(Object of) { for (int i = 0; i < owners.size(); i++) if (owners.get(i) == of) return i; return -1; }
    boolean has(Object of) { return place(of) >= 0; }
    Object get(Object of) { return values.get(place(of)); }
    void set(Object of, Object value) { int i = place(of); if (i < 0) { owners.add(of); values.add(value); } else values.set(i, value); }
    void remove(Object of) { int i = place(of); if (i >= 0) { owners.remove(i); values.remove(i); } }
    private int draws;
    private long now, asleep;
    // Milliseconds: a look comes behind the longest sleep since the last one.
    long look() { now = now + 10L + asleep; asleep = 0L; return now; }
    void slept(long millis) { if (now > 0L && millis > asleep) asleep = millis; }
    int draw() { draws++; return draws; }
}
public class ThreadLocal<T> {
    private final java.util.function.Supplier<? extends T> first;
    public ThreadLocal() { first = null; }
    private ThreadLocal(java.util.function.Supplier<? extends T> first) { this.first = first; }
    public static <S> ThreadLocal<S> withInitial(java.util.function.Supplier<? extends S> supplier) { return new ThreadLocal<>(supplier); }
    protected T initialValue() { return first == null ? null : first.get(); }
    public T get() {
        RacefreeLocals all = Thread.locals();
        if (!all.has(this)) all.set(this, initialValue());
        return (T) all.get(this);
    }
    public void set(T value) { Thread.locals().set(this, value); }
    public void remove() { Thread.locals().remove(this); }
}

// Runs know no machine: it is one of two processors.
public class Runtime {
    private static final Runtime ONE = new Runtime();
    private Runtime() {}
    public static Runtime getRuntime() { return ONE; }
    public int availableProcessors() { return 2; }
    public void exit(int status) { System.exit(status); }
    public void gc() {}
}
public final class IO {
    private IO() {}
    public static void println() { System.out.println(); }
    public static void println(Object o) { System.out.println(o); }
    public static void print(Object o) { System.out.print(o); }
}
public final class System {
    public static final PrintStream out = new PrintStream(false);
    public static final PrintStream err = new PrintStream(true);
    static void racefreeBegin() {}
    public static void arraycopy(Object from, int at, Object to, int start, int length) {
        if (from == null || to == null) throw new NullPointerException();
        if (length < 0 || at < 0 || start < 0 || at + length > RacefreePrimitives.arrayLength(from) || start + length > RacefreePrimitives.arrayLength(to)) throw new ArrayIndexOutOfBoundsException(wrong(from, at, to, start, length));
        Object part = RacefreeArrays.copied(from, at, at + length, length);
        if (part instanceof int[] a) { int[] b = (int[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else if (part instanceof boolean[] a) { boolean[] b = (boolean[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else if (part instanceof char[] a) { char[] b = (char[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else if (part instanceof long[] a) { long[] b = (long[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else if (part instanceof double[] a) { double[] b = (double[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else if (part instanceof byte[] a) { byte[] b = (byte[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else { Object[] a = (Object[]) part; Object[] b = (Object[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
    }
    private static String wrong(Object from, int at, Object to, int start, int length) {
        String kind = from instanceof int[] ? "int" : from instanceof char[] ? "char" : from instanceof long[] ? "long" : from instanceof double[] ? "double" : from instanceof boolean[] ? "boolean" : from instanceof byte[] ? "byte" : "object array";
        int n = RacefreePrimitives.arrayLength(from), m = RacefreePrimitives.arrayLength(to);
        if (at < 0 || start < 0) return "arraycopy: " + (at < 0 ? "source" : "destination") + " index " + (at < 0 ? at : start) + " out of bounds for " + kind + "[" + (at < 0 ? n : m) + "]";
        if (length < 0) return "arraycopy: length " + length + " is negative";
        return at + length > n ? "arraycopy: last source index " + (at + length) + " out of bounds for " + kind + "[" + n + "]" : "arraycopy: last destination index " + (start + length) + " out of bounds for " + kind + "[" + m + "]";
    }
    public static int identityHashCode(Object o) { return o == null ? 0 : RacefreePrimitives.identityHash(o); }
    public static String lineSeparator() { return "\n"; }
    public static long currentTimeMillis() { return RacefreeClock.millis(); }
    public static long nanoTime() { return RacefreeClock.nanos(); }
    public static void exit(int status) { RacefreePrimitives.halt(status); }
}

public abstract class Enum<E extends Enum<E>> implements Comparable<E> {
    public final native String name();
    public final native int ordinal();
    public final native int compareTo(E other);
    public final native Class<E> getDeclaringClass();
}
final class RacefreeEnum {
    static Class<?> getDeclaringClass(Object o) {
        // A constant with a body has a class of its own.
        String name = RacefreePrimitives.className(o);
        int at = name.lastIndexOf('$');
        return RacefreeObject.described(at > 0 && Character.isDigit(name.charAt(at + 1)) ? name.substring(0, at) : name);
    }
    static String name(Object o) { return RacefreePrimitives.constantName(o); }
    static int ordinal(Object o) { return RacefreePrimitives.ordinal(o); }
    static int compareTo(Object o, Enum other) { return RacefreePrimitives.ordinal(o) - RacefreePrimitives.ordinal(other); }
    static Object none(String type, String name) {
        if (name == null) throw new NullPointerException("Name is null");
        throw new IllegalArgumentException("No enum constant " + type + "." + name);
    }
}

final class RacefreeArrays {
    // Each element is read by itself: others may write it meanwhile.
    static Object copied(Object array, int from, int to, int end) {
        Object made = RacefreePrimitives.copyArray(array, 0, 0, end);
        if (array instanceof int[] a) { int[] b = (int[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else if (array instanceof boolean[] a) { boolean[] b = (boolean[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else if (array instanceof char[] a) { char[] b = (char[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else if (array instanceof long[] a) { long[] b = (long[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else if (array instanceof double[] a) { double[] b = (double[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else if (array instanceof byte[] a) { byte[] b = (byte[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else if (array instanceof short[] a) { short[] b = (short[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else if (array instanceof float[] a) { float[] b = (float[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        else { Object[] a = (Object[]) array, b = (Object[]) made; for (int i = from; i < to; i++) b[i - from] = a[i]; }
        return made;
    }
    static Object cloned(Object array) { int n = RacefreePrimitives.arrayLength(array); return copied(array, 0, n, n); }
}

public abstract class Record {}
final class RacefreeRecord {
    static int hash(Object o) { return o == null ? 0 : o.hashCode(); }
    static boolean same(Object a, Object b) { return a == b || a != null && a.equals(b); }
}
