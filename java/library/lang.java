// The part of java.lang that programs run with.
package java.lang;

import java.io.PrintStream;
import java.util.Iterator;
import java.util.function.Consumer;

public final class RacefreePrimitives {
    public static native void start(Thread t);
    public static native void join(Thread t);
    public static native void joinTimed(Thread t);
    public static native boolean isAlive(Thread t);
    public static native boolean isStarted(Thread t);
    public static native void ending();
    public static native int threadNumber();
    public static native Thread current();
    public static native void setCurrent(Thread t);
    public static native void wait(Object set, Object lock);
    public static native void waitTimed(Object set, Object lock);
    public static native void notify(Object set, Object lock);
    public static native void notifyAll(Object set, Object lock);
    public static native void acquire(Object lock);
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
    public static native int toInt(Object n);
    public static native long longOf(String digits);
    public static native double doubleOf(String digits);
    public static native int wide(int op, Object a, Object b);
    public static native double real(int function, double x, double y);
    public static native String fixed(double x, int digits);
    public static native String radix(long n, int radix);
}

public class Object {
    public native String toString();
    public native boolean equals(Object other);
    public native int hashCode();
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
    static Class<?> getClass(Object o) { return new Class<Object>(RacefreePrimitives.className(o), RacefreePrimitives.simpleName(o)); }
    static void wait(Object o) { RacefreePrimitives.wait(o, o); }
    static void wait(Object o, long millis) {
        if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
        if (millis == 0) RacefreePrimitives.wait(o, o); else RacefreePrimitives.waitTimed(o, o);
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
    public boolean equals(Object other) { return other instanceof Class<?> that && name.equals(that.name); }
    public int hashCode() { return name.hashCode(); }
    public String toString() { return "class " + name; }
}

public interface Runnable { void run(); }
public interface AutoCloseable { void close() throws Exception; }
public interface Cloneable {}
public interface Comparable<T> { int compareTo(T other); }
public interface CharSequence { int length(); char charAt(int i); }
public interface Iterable<T> {
    Iterator<T> iterator();
    default void forEach(Consumer<? super T> action) { for (T t : this) action.accept(t); }
}

public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1, NORM_PRIORITY = 5, MAX_PRIORITY = 10;
    private final Runnable task;
    private volatile String name;
    private int priority = NORM_PRIORITY;
    public Thread() { this(null, next()); }
    public Thread(Runnable task) { this(task, next()); }
    public Thread(String name) { this(null, name); }
    public Thread(Runnable task, String name) { this.task = task; this.name = name; }
    private static String next() { return "Thread-" + RacefreePrimitives.threadNumber(); }
    private void enterThread() {
        try { run(); } finally { RacefreePrimitives.ending(); }
    }
    public void run() { if (task != null) task.run(); }
    public void start() { RacefreePrimitives.start(this); }
    public final void join() throws InterruptedException { RacefreePrimitives.join(this); }
    public final void join(long millis) throws InterruptedException { RacefreePrimitives.joinTimed(this); }
    public final boolean isAlive() { return RacefreePrimitives.isAlive(this); }
    public final String getName() { return name; }
    public final void setName(String name) { this.name = name; }
    public final void setPriority(int p) { priority = p; }
    public final int getPriority() { return priority; }
    public String toString() { return "Thread[" + name + "]"; }
    public static Thread currentThread() {
        Thread t = RacefreePrimitives.current();
        if (t == null) {
            t = new Thread(null, "main");
            RacefreePrimitives.setCurrent(t);
        }
        return t;
    }
    public static void sleep(long millis) throws InterruptedException {}
    public static void sleep(long millis, int nanos) throws InterruptedException {}
    public static void yield() {}
    public static void onSpinWait() {}
    public static boolean holdsLock(Object o) { return RacefreePrimitives.holds(o) > 0; }
    public static Thread startVirtualThread(Runnable task) { Thread t = new Thread(task, ""); t.start(); return t; }
    public static Builder ofPlatform() { return new Builder(); }
    public static Builder ofVirtual() { return new Builder(); }
    public static class Builder {
        private String name;
        public Builder name(String name) { this.name = name; return this; }
        public Builder name(String name, long start) { this.name = name + start; return this; }
        public Thread unstarted(Runnable task) { return name == null ? new Thread(task) : new Thread(task, name); }
        public Thread start(Runnable task) { Thread t = unstarted(task); t.start(); return t; }
    }
}

public class ThreadLocal<T> {
    private final java.util.ArrayList<Object> owners = new java.util.ArrayList<>();
    private final java.util.ArrayList<Object> values = new java.util.ArrayList<>();
    private java.util.function.Supplier<? extends T> first;
    public ThreadLocal() {}
    public static <S> ThreadLocal<S> withInitial(java.util.function.Supplier<? extends S> supplier) {
        ThreadLocal<S> made = new ThreadLocal<>();
        made.first = supplier;
        return made;
    }
    protected T initialValue() { return first == null ? null : first.get(); }
    private int place(Thread t) { for (int i = 0; i < owners.size(); i++) if (owners.get(i) == t) return i; return -1; }
    public synchronized T get() {
        Thread t = Thread.currentThread();
        int i = place(t);
        if (i < 0) { owners.add(t); values.add(initialValue()); i = values.size() - 1; }
        return (T) values.get(i);
    }
    public synchronized void set(T value) {
        Thread t = Thread.currentThread();
        int i = place(t);
        if (i < 0) { owners.add(t); values.add(value); } else values.set(i, value);
    }
    public synchronized void remove() {
        int i = place(Thread.currentThread());
        if (i >= 0) { owners.remove(i); values.remove(i); }
    }
}

public final class System {
    public static final PrintStream out = new PrintStream(false);
    public static final PrintStream err = new PrintStream(true);
    static void racefreeBegin() {}
    public static void arraycopy(Object from, int at, Object to, int start, int length) {
        if (length < 0 || at < 0 || start < 0 || at + length > RacefreePrimitives.arrayLength(from) || start + length > RacefreePrimitives.arrayLength(to))
            throw new ArrayIndexOutOfBoundsException("arraycopy: index out of bounds");
        Object part = RacefreePrimitives.copyArray(from, at, at + length, length);
        if (part instanceof int[] a) { int[] b = (int[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else if (part instanceof boolean[] a) { boolean[] b = (boolean[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
        else { Object[] a = (Object[]) part; Object[] b = (Object[]) to; for (int i = 0; i < length; i++) b[start + i] = a[i]; }
    }
    public static int identityHashCode(Object o) { return o == null ? 0 : RacefreePrimitives.identityHash(o); }
    public static String lineSeparator() { return "\n"; }
}

public class Throwable {
    String message;
    private Throwable cause;
    public Throwable() {}
    public Throwable(String message) { this.message = message; }
    public Throwable(String message, Throwable cause) { this.message = message; this.cause = cause; }
    public Throwable(Throwable cause) { this.message = cause == null ? null : cause.toString(); this.cause = cause; }
    public String getMessage() { return message; }
    public String getLocalizedMessage() { return getMessage(); }
    public Throwable getCause() { return cause; }
    public Throwable initCause(Throwable cause) { this.cause = cause; return this; }
    public void addSuppressed(Throwable other) {}
    public void printStackTrace() { System.err.println(this); }
    public String toString() {
        String name = RacefreePrimitives.className(this);
        String text = getLocalizedMessage();
        return text == null ? name : name + ": " + text;
    }
}
public class Error extends Throwable { public Error() {} public Error(String m) { super(m); } public Error(String m, Throwable c) { super(m, c); } }
public class AssertionError extends Error { public AssertionError() {} public AssertionError(Object m) { super(String.valueOf(m)); } }
public class LinkageError extends Error { public LinkageError() {} public LinkageError(String m) { super(m); } }
public class ExceptionInInitializerError extends LinkageError { public ExceptionInInitializerError() {} }
public class VirtualMachineError extends Error { public VirtualMachineError() {} public VirtualMachineError(String m) { super(m); } }
public class StackOverflowError extends VirtualMachineError { public StackOverflowError() {} }
public class OutOfMemoryError extends VirtualMachineError { public OutOfMemoryError() {} public OutOfMemoryError(String m) { super(m); } }
public class Exception extends Throwable {
    public Exception() {}
    public Exception(String m) { super(m); }
    public Exception(String m, Throwable c) { super(m, c); }
    public Exception(Throwable c) { super(c); }
}
public class InterruptedException extends Exception { public InterruptedException() {} public InterruptedException(String m) { super(m); } }
public class CloneNotSupportedException extends Exception { public CloneNotSupportedException() {} public CloneNotSupportedException(String m) { super(m); } }
public class RuntimeException extends Exception {
    public RuntimeException() {}
    public RuntimeException(String m) { super(m); }
    public RuntimeException(String m, Throwable c) { super(m, c); }
    public RuntimeException(Throwable c) { super(c); }
}
public class NullPointerException extends RuntimeException { public NullPointerException() {} public NullPointerException(String m) { super(m); } }
public class ArithmeticException extends RuntimeException { public ArithmeticException() {} public ArithmeticException(String m) { super(m); } }
public class ClassCastException extends RuntimeException { public ClassCastException() {} public ClassCastException(String m) { super(m); } }
public class ArrayStoreException extends RuntimeException { public ArrayStoreException() {} public ArrayStoreException(String m) { super(m); } }
public class NegativeArraySizeException extends RuntimeException { public NegativeArraySizeException() {} public NegativeArraySizeException(String m) { super(m); } }
public class IndexOutOfBoundsException extends RuntimeException {
    public IndexOutOfBoundsException() {}
    public IndexOutOfBoundsException(String m) { super(m); }
    public IndexOutOfBoundsException(int i) { super("Index out of range: " + i); }
}
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException { public ArrayIndexOutOfBoundsException() {} public ArrayIndexOutOfBoundsException(String m) { super(m); } }
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException { public StringIndexOutOfBoundsException() {} public StringIndexOutOfBoundsException(String m) { super(m); } }
public class IllegalArgumentException extends RuntimeException {
    public IllegalArgumentException() {}
    public IllegalArgumentException(String m) { super(m); }
    public IllegalArgumentException(String m, Throwable c) { super(m, c); }
}
public class NumberFormatException extends IllegalArgumentException { public NumberFormatException() {} public NumberFormatException(String m) { super(m); } }
public class IllegalThreadStateException extends IllegalArgumentException { public IllegalThreadStateException() {} public IllegalThreadStateException(String m) { super(m); } }
public class IllegalStateException extends RuntimeException {
    public IllegalStateException() {}
    public IllegalStateException(String m) { super(m); }
    public IllegalStateException(String m, Throwable c) { super(m, c); }
}
public class UnsupportedOperationException extends RuntimeException { public UnsupportedOperationException() {} public UnsupportedOperationException(String m) { super(m); } }
public class IllegalMonitorStateException extends RuntimeException { public IllegalMonitorStateException() {} public IllegalMonitorStateException(String m) { super(m); } }

public abstract class Enum<E extends Enum<E>> implements Comparable<E> {
    public final native String name();
    public final native int ordinal();
    public final native int compareTo(E other);
}
final class RacefreeEnum {
    static String name(Object o) { return RacefreePrimitives.constantName(o); }
    static int ordinal(Object o) { return RacefreePrimitives.ordinal(o); }
    static int compareTo(Object o, Enum other) { return RacefreePrimitives.ordinal(o) - RacefreePrimitives.ordinal(other); }
    static Object none(String type, String name) {
        if (name == null) throw new NullPointerException("Name is null");
        throw new IllegalArgumentException("No enum constant " + type + "." + name);
    }
}

public abstract class Record {}
final class RacefreeRecord {
    static int hash(Object o) { return o == null ? 0 : o.hashCode(); }
    static boolean same(Object a, Object b) { return a == b || a != null && a.equals(b); }
}

public final class Math {
    public static final double PI = 3.141592653589793, E = 2.718281828459045;
    public static int max(int a, int b) { return a >= b ? a : b; }
    public static int min(int a, int b) { return a <= b ? a : b; }
    public static long max(long a, long b) { return a >= b ? a : b; }
    public static long min(long a, long b) { return a <= b ? a : b; }
    public static double max(double a, double b) { return a >= b ? a : b; }
    public static double min(double a, double b) { return a <= b ? a : b; }
    public static int abs(int a) { return a < 0 ? -a : a; }
    public static long abs(long a) { return a < 0 ? -a : a; }
    public static double abs(double a) { return RacefreePrimitives.real(4, a, 0); }
    public static double sqrt(double a) { return RacefreePrimitives.real(0, a, 0); }
    public static double pow(double a, double b) { return RacefreePrimitives.real(1, a, b); }
    public static double floor(double a) { return RacefreePrimitives.real(2, a, 0); }
    public static double ceil(double a) { return RacefreePrimitives.real(3, a, 0); }
    public static long round(double a) { return (long) RacefreePrimitives.real(5, a, 0); }
    public static int signum(int a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }
    public static int floorMod(int a, int b) { int m = a % b; return m != 0 && (m ^ b) < 0 ? m + b : m; }
    public static int floorDiv(int a, int b) { int q = a / b; return (a ^ b) < 0 && q * b != a ? q - 1 : q; }
    public static int addExact(int a, int b) { int r = a + b; if (((a ^ r) & (b ^ r)) < 0) throw new ArithmeticException("integer overflow"); return r; }
    public static int subtractExact(int a, int b) { int r = a - b; if (((a ^ b) & (a ^ r)) < 0) throw new ArithmeticException("integer overflow"); return r; }
    public static int multiplyExact(int a, int b) { long r = (long) a * b; if (r != (int) r) throw new ArithmeticException("integer overflow"); return (int) r; }
    public static int incrementExact(int a) { return addExact(a, 1); }
}

public abstract class Number {
    public native int intValue();
    public native long longValue();
    public native double doubleValue();
}

public final class Integer extends Number implements Comparable<Integer> {
    public static final int MAX_VALUE = 2147483647, MIN_VALUE = -2147483648, SIZE = 32;
    public native int compareTo(Integer other);
    public static int compare(int a, int b) { return a < b ? -1 : a == b ? 0 : 1; }
    public static int max(int a, int b) { return a >= b ? a : b; }
    public static int min(int a, int b) { return a <= b ? a : b; }
    public static int sum(int a, int b) { return a + b; }
    public static int signum(int a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }
    public static int hashCode(int a) { return a; }
    public static Integer valueOf(int n) { return n; }
    public static Integer valueOf(String s) { return parseInt(s); }
    public static String toString(int n) { return RacefreePrimitives.text(n); }
    public static String toString(int n, int radix) { return RacefreePrimitives.radix(n, radix); }
    public static String toHexString(int n) { return RacefreePrimitives.radix(n < 0 ? n + 4294967296L : n, 16); }
    public static String toBinaryString(int n) { return RacefreePrimitives.radix(n < 0 ? n + 4294967296L : n, 2); }
    public static String toOctalString(int n) { return RacefreePrimitives.radix(n < 0 ? n + 4294967296L : n, 8); }
    public static int bitCount(int n) { int c = 0; while (n != 0) { n &= n - 1; c++; } return c; }
    public static int parseInt(String s) {
        if (s == null) throw new NumberFormatException("Cannot parse null string: null");
        long n = Long.digits(s);
        if (n != (int) n) throw new NumberFormatException("For input string: \"" + s + "\"");
        return (int) n;
    }
}
final class RacefreeInteger {
    static int compareTo(Integer a, Integer b) { return Integer.compare(a, b); }
}

public final class Long extends Number implements Comparable<Long> {
    public static final long MAX_VALUE = 9223372036854775807L, MIN_VALUE = -9223372036854775807L - 1;
    public native int compareTo(Long other);
    public static int compare(long a, long b) { return a < b ? -1 : a == b ? 0 : 1; }
    public static long max(long a, long b) { return a >= b ? a : b; }
    public static long min(long a, long b) { return a <= b ? a : b; }
    public static long sum(long a, long b) { return a + b; }
    public static Long valueOf(long n) { return n; }
    public static String toString(long n) { return RacefreePrimitives.text(n); }
    public static int hashCode(long n) { return (int) (n ^ n >>> 32); }
    public static long parseLong(String s) { return digits(s); }
    static long digits(String s) {
        int i = 0;
        boolean signed = s.length() > 1 && (s.charAt(0) == '-' || s.charAt(0) == '+');
        for (i = signed ? 1 : 0; i < s.length(); i++)
            if (s.charAt(i) < '0' || s.charAt(i) > '9') throw new NumberFormatException("For input string: \"" + s + "\"");
        if (s.isEmpty()) throw new NumberFormatException("For input string: \"\"");
        return RacefreePrimitives.longOf(s);
    }
}
final class RacefreeLong {
    static int compareTo(Long a, Long b) { return Long.compare(a, b); }
}

public final class Double extends Number implements Comparable<Double> {
    public static final double MAX_VALUE = 1.7976931348623157E308, POSITIVE_INFINITY = 1.0 / 0.0, NEGATIVE_INFINITY = -1.0 / 0.0;
    public native int compareTo(Double other);
    public static int compare(double a, double b) { return a < b ? -1 : a == b ? 0 : 1; }
    public static Double valueOf(double d) { return d; }
    public static String toString(double d) { return RacefreePrimitives.text(d); }
    public static double parseDouble(String s) { return RacefreePrimitives.doubleOf(s.trim()); }
    public static boolean isNaN(double d) { return d != d; }
    public static double max(double a, double b) { return a >= b ? a : b; }
    public static double sum(double a, double b) { return a + b; }
}
final class RacefreeDouble {
    static int compareTo(Double a, Double b) { return Double.compare(a, b); }
}

public final class Boolean implements Comparable<Boolean> {
    public static final Boolean TRUE = true, FALSE = false;
    public native boolean booleanValue();
    public native int compareTo(Boolean other);
    public static boolean parseBoolean(String s) { return s != null && s.equalsIgnoreCase("true"); }
    public static Boolean valueOf(boolean b) { return b; }
    public static String toString(boolean b) { return b ? "true" : "false"; }
    public static boolean logicalXor(boolean a, boolean b) { return a ^ b; }
}
final class RacefreeBoolean {
    static int compareTo(Boolean a, Boolean b) { boolean x = a, y = b; return x == y ? 0 : x ? 1 : -1; }
}

public final class Character implements Comparable<Character> {
    public native char charValue();
    public native int compareTo(Character other);
    public static boolean isDigit(char c) { return c >= '0' && c <= '9'; }
    public static boolean isLetter(char c) { return RacefreePrimitives.isLetter(c); }
    public static boolean isLetterOrDigit(char c) { return isLetter(c) || isDigit(c); }
    public static boolean isWhitespace(char c) { return c == ' ' || c >= '\t' && c <= '\r'; }
    public static boolean isUpperCase(char c) { return isLetter(c) && toUpperCase(c) == c; }
    public static boolean isLowerCase(char c) { return isLetter(c) && toLowerCase(c) == c; }
    public static char toUpperCase(char c) { return RacefreePrimitives.upper(RacefreePrimitives.charText(c)).charAt(0); }
    public static char toLowerCase(char c) { return RacefreePrimitives.lower(RacefreePrimitives.charText(c)).charAt(0); }
    public static int getNumericValue(char c) { return isDigit(c) ? c - '0' : isLetter(c) ? toLowerCase(c) - 'a' + 10 : -1; }
    public static Character valueOf(char c) { return c; }
    public static String toString(char c) { return RacefreePrimitives.charText(c); }
    public static int compare(char a, char b) { return a - b; }
}
final class RacefreeCharacter {
    static int compareTo(Character a, Character b) { char x = a, y = b; return x - y; }
}

public final class String implements Comparable<String>, CharSequence {
    public native int length();
    public native char charAt(int i);
    public native boolean isEmpty();
    public native boolean isBlank();
    public native String substring(int from);
    public native String substring(int from, int to);
    public native int indexOf(String part);
    public native int indexOf(String part, int from);
    public native int indexOf(int c);
    public native int indexOf(int c, int from);
    public native int lastIndexOf(String part);
    public native int lastIndexOf(int c);
    public native boolean contains(CharSequence part);
    public native boolean startsWith(String part);
    public native boolean endsWith(String part);
    public native String concat(String other);
    public native String repeat(int n);
    public native String trim();
    public native String strip();
    public native String toUpperCase();
    public native String toLowerCase();
    public native String replace(char from, char to);
    public native String replace(CharSequence from, CharSequence to);
    public native String[] split(String by);
    public native char[] toCharArray();
    public native int compareTo(String other);
    public native boolean equalsIgnoreCase(String other);
    public native String formatted(Object... args);
    public static native String valueOf(Object o);
    public static native String valueOf(int n);
    public static native String valueOf(long n);
    public static native String valueOf(double n);
    public static native String valueOf(boolean b);
    public static native String valueOf(char c);
    public static native String valueOf(char[] all);
    public static native String join(CharSequence by, Object... all);
    public static native <T> String join(CharSequence by, Iterable<T> all);
    public static native String format(String format, Object... args);
}

final class RacefreeString {
    static String valueOf(Object o) { return o == null ? "null" : o.toString(); }
    static String valueOf(int n) { return RacefreePrimitives.text(n); }
    static String valueOf(long n) { return RacefreePrimitives.text(n); }
    static String valueOf(double n) { return RacefreePrimitives.text(n); }
    static String valueOf(boolean b) { return RacefreePrimitives.text(b); }
    static String valueOf(char c) { return RacefreePrimitives.charText(c); }
    static String valueOf(char[] all) { String s = ""; for (char c : all) s = s + c; return s; }
    static String join(CharSequence by, Object... all) {
        String s = "";
        for (int i = 0; i < all.length; i++) s = i == 0 ? "" + all[i] : s + by + all[i];
        return s;
    }
    static <T> String join(CharSequence by, Iterable<T> all) {
        String s = "";
        boolean first = true;
        for (T t : all) { s = first ? "" + t : s + by + t; first = false; }
        return s;
    }
    static String format(String format, Object... args) { return RacefreeString.formatted(format, args); }
    static int length(String s) { return RacefreePrimitives.length(s); }
    static char charAt(String s, int i) { return RacefreePrimitives.charAt(s, i); }
    static boolean isEmpty(String s) { return RacefreePrimitives.length(s) == 0; }
    static boolean isBlank(String s) { return trim(s).length() == 0; }
    static String substring(String s, int from) { return RacefreePrimitives.substring(s, from, s.length()); }
    static String substring(String s, int from, int to) { return RacefreePrimitives.substring(s, from, to); }
    static int indexOf(String s, String part) { return RacefreePrimitives.indexOf(s, part, 0); }
    static int indexOf(String s, String part, int from) { return RacefreePrimitives.indexOf(s, part, from); }
    static int indexOf(String s, int c, int from) { return RacefreePrimitives.indexOf(s, RacefreePrimitives.charText((char) c), from); }
    static int indexOf(String s, int c) { return RacefreePrimitives.indexOf(s, RacefreePrimitives.charText((char) c), 0); }
    static int lastIndexOf(String s, String part) {
        for (int i = s.length() - part.length(); i >= 0; i--) if (RacefreePrimitives.indexOf(s, part, i) == i) return i;
        return -1;
    }
    static int lastIndexOf(String s, int c) { return lastIndexOf(s, RacefreePrimitives.charText((char) c)); }
    static boolean contains(String s, CharSequence part) { return RacefreePrimitives.indexOf(s, part.toString(), 0) >= 0; }
    static boolean startsWith(String s, String part) { return s.length() >= part.length() && substring(s, 0, part.length()).equals(part); }
    static boolean endsWith(String s, String part) { return s.length() >= part.length() && substring(s, s.length() - part.length()).equals(part); }
    static String concat(String s, String other) { return RacefreePrimitives.concat(s, RacefreePrimitives.substring(other, 0, other.length())); }
    static String repeat(String s, int n) {
        if (n < 0) throw new IllegalArgumentException("count is negative: " + n);
        String made = "";
        for (int i = 0; i < n; i++) made = made + s;
        return made;
    }
    static String trim(String s) {
        int a = 0, b = s.length();
        while (a < b && s.charAt(a) <= ' ') a++;
        while (a < b && s.charAt(b - 1) <= ' ') b--;
        return s.substring(a, b);
    }
    static String strip(String s) { return trim(s); }
    static String toUpperCase(String s) { return RacefreePrimitives.upper(s); }
    static String toLowerCase(String s) { return RacefreePrimitives.lower(s); }
    static String replace(String s, char from, char to) { return replace(s, RacefreePrimitives.charText(from), RacefreePrimitives.charText(to)); }
    static String replace(String s, CharSequence old, CharSequence now) {
        String from = old.toString(), to = now.toString(), made = "";
        if (from.isEmpty()) throw new UnsupportedOperationException("replace of the empty string does not run");
        int at = 0;
        for (int i = s.indexOf(from); i >= 0; i = s.indexOf(from, at)) {
            made = made + s.substring(at, i) + to;
            at = i + from.length();
        }
        return made + s.substring(at);
    }
    static String[] split(String s, String by) {
        String plain = by;
        if (by.length() == 2 && by.charAt(0) == '\\' && !Character.isLetterOrDigit(by.charAt(1))) plain = by.substring(1);
        else for (int i = 0; i < by.length(); i++)
            if ("\\[](){}.*+?^$|".indexOf(by.charAt(i)) >= 0) throw new UnsupportedOperationException("split by a pattern does not run: split by a text");
        java.util.ArrayList<String> all = new java.util.ArrayList<>();
        int at = 0;
        if (plain.isEmpty()) {
            for (int i = 0; i < s.length(); i++) all.add(s.substring(i, i + 1));
        } else {
            for (int i = s.indexOf(plain); i >= 0; i = s.indexOf(plain, at)) { all.add(s.substring(at, i)); at = i + plain.length(); }
            all.add(s.substring(at));
        }
        while (all.size() > 1 && all.get(all.size() - 1).isEmpty()) all.remove(all.size() - 1);
        String[] made = new String[all.size()];
        for (int i = 0; i < made.length; i++) made[i] = all.get(i);
        return made;
    }
    static char[] toCharArray(String s) { char[] made = new char[s.length()]; for (int i = 0; i < made.length; i++) made[i] = s.charAt(i); return made; }
    static int compareTo(String s, String other) { return RacefreePrimitives.compareText(s, other); }
    static boolean equalsIgnoreCase(String s, String other) { return other != null && RacefreePrimitives.lower(s).equals(RacefreePrimitives.lower(other)); }
    static String formatted(String format, Object[] args) {
        String made = "";
        int next = 0;
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') { made = made + c; continue; }
            i++;
            String flags = "";
            while (i < format.length() && "-0,+ ".indexOf(format.charAt(i)) >= 0) { flags = flags + format.charAt(i); i++; }
            int width = 0, digits = -1;
            while (i < format.length() && Character.isDigit(format.charAt(i))) { width = width * 10 + (format.charAt(i) - '0'); i++; }
            if (i < format.length() && format.charAt(i) == '.') {
                digits = 0;
                i++;
                while (i < format.length() && Character.isDigit(format.charAt(i))) { digits = digits * 10 + (format.charAt(i) - '0'); i++; }
            }
            if (i >= format.length()) throw new IllegalArgumentException("Conversion = '%'");
            char kind = format.charAt(i);
            if (kind == 'n') { made = made + "\n"; continue; }
            if (kind == '%') { made = made + "%"; continue; }
            if (next >= args.length) throw new IllegalArgumentException("Format specifier '%" + kind + "'");
            Object arg = args[next];
            next++;
            String text = String.valueOf(arg);
            if (kind == 'f') text = RacefreePrimitives.fixed(((Number) arg).doubleValue(), digits < 0 ? 6 : digits);
            else if (kind == 'x') text = arg instanceof Integer n ? Integer.toHexString(n) : RacefreePrimitives.radix((Long) arg, 16);
            else if (kind == 'd') {
                if (arg != null && !(arg instanceof Integer) && !(arg instanceof Long)) throw new IllegalArgumentException("d != " + arg.getClass().getName());
            } else if (kind == 's') { if (digits >= 0 && digits < text.length()) text = text.substring(0, digits); }
            else if (kind == 'b') text = arg == null ? "false" : arg instanceof Boolean ? text : "true";
            else if (kind != 'c') throw new UnsupportedOperationException("the format %" + kind + " does not run");
            if (flags.indexOf(',') >= 0) {
                int end = text.indexOf('.') < 0 ? text.length() : text.indexOf('.');
                int start = text.startsWith("-") ? 1 : 0;
                for (int at = end - 3; at > start; at = at - 3) text = text.substring(0, at) + "," + text.substring(at);
            }
            if (flags.indexOf('+') >= 0 && !text.startsWith("-")) text = "+" + text;
            boolean left = flags.indexOf('-') >= 0, zero = flags.indexOf('0') >= 0;
            while (text.length() < width)
                text = left ? text + " " : !zero ? " " + text : text.startsWith("-") ? "-0" + text.substring(1) : "0" + text;
            made = made + text;
        }
        return made;
    }
}

public class StringBuilder implements CharSequence {
    private String text = "";
    public StringBuilder() {}
    public StringBuilder(int capacity) {}
    public StringBuilder(String text) { this.text = text; }
    public StringBuilder append(Object o) { text = text + o; return this; }
    public StringBuilder append(int n) { text = text + n; return this; }
    public StringBuilder append(long n) { text = text + n; return this; }
    public StringBuilder append(double n) { text = text + n; return this; }
    public StringBuilder append(boolean b) { text = text + b; return this; }
    public StringBuilder append(char c) { text = text + c; return this; }
    public StringBuilder insert(int at, Object o) { text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder reverse() { String made = ""; for (int i = 0; i < text.length(); i++) made = text.charAt(i) + made; text = made; return this; }
    public StringBuilder deleteCharAt(int i) { text = text.substring(0, i) + text.substring(i + 1); return this; }
    public StringBuilder delete(int from, int to) { text = text.substring(0, from) + text.substring(Math.min(to, text.length())); return this; }
    public void setCharAt(int i, char c) { text = text.substring(0, i) + c + text.substring(i + 1); }
    public void setLength(int n) { text = n <= text.length() ? text.substring(0, n) : text + "\0".repeat(n - text.length()); }
    public int length() { return text.length(); }
    public boolean isEmpty() { return text.isEmpty(); }
    public char charAt(int i) { return text.charAt(i); }
    public int indexOf(String part) { return text.indexOf(part); }
    public String substring(int from) { return text.substring(from); }
    public String substring(int from, int to) { return text.substring(from, to); }
    public String toString() { return text; }
}

public class StringBuffer implements CharSequence {
    private String text = "";
    public StringBuffer() {}
    public StringBuffer(String text) { this.text = text; }
    public synchronized StringBuffer append(Object o) { text = text + o; return this; }
    public synchronized StringBuffer append(int n) { text = text + n; return this; }
    public synchronized StringBuffer append(char c) { text = text + c; return this; }
    public synchronized int length() { return text.length(); }
    public synchronized char charAt(int i) { return text.charAt(i); }
    public synchronized String toString() { return text; }
}
