// Exceptions and errors of java.lang.
package java.lang;

public class Throwable {
    String message;
    private Throwable cause;
    private java.util.ArrayList<Throwable> suppressed;
    public Throwable() {}
    public Throwable(String message) { this.message = message; }
    public Throwable(String message, Throwable cause) { this.message = message; this.cause = cause; }
    public Throwable(Throwable cause) { this.message = cause == null ? null : cause.toString(); this.cause = cause; }
    public String getMessage() { return message; }
    public String getLocalizedMessage() { return getMessage(); }
    public Throwable getCause() { return cause; }
    public Throwable initCause(Throwable cause) { this.cause = cause; return this; }
    public final void addSuppressed(Throwable other) { if (suppressed == null) suppressed = new java.util.ArrayList<>(); suppressed.add(other); }
    public final Throwable[] getSuppressed() { return suppressed == null ? new Throwable[0] : suppressed.toArray(new Throwable[0]); }
    public void printStackTrace() { System.err.println(this); }
    public Throwable fillInStackTrace() { return this; }
    public String toString() {
        String name = RacefreePrimitives.className(this);
        String text = getLocalizedMessage();
        return text == null ? name : name + ": " + text;
    }
}
public class Error extends Throwable { public Error() {} public Error(String m) { super(m); } public Error(String m, Throwable c) { super(m, c); } }
final class RacefreeAssertion {
    static void failed() { throw new AssertionError(); }
    static void failed(Object message) { throw new AssertionError(message); }
}
public class AssertionError extends Error { public AssertionError() {} public AssertionError(Object m) { super(String.valueOf(m)); if (m instanceof Throwable t) initCause(t); } public AssertionError(String m, Throwable c) { super(m, c); } }
public class LinkageError extends Error { public LinkageError() {} public LinkageError(String m) { super(m); } }
public class NoClassDefFoundError extends LinkageError { public NoClassDefFoundError() {} public NoClassDefFoundError(String m) { super(m); } }
public class ExceptionInInitializerError extends LinkageError { public ExceptionInInitializerError() {} }
// What does not run: no code catches it, and a search that comes to it is not complete.
public final class RacefreeRefusal extends Error { public RacefreeRefusal(String m) { super(m); } }
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
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException { public ArrayIndexOutOfBoundsException() {} public ArrayIndexOutOfBoundsException(String m) { super(m); } public ArrayIndexOutOfBoundsException(int i) { super("Array index out of range: " + i); } }
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException { public StringIndexOutOfBoundsException() {} public StringIndexOutOfBoundsException(String m) { super(m); } public StringIndexOutOfBoundsException(int i) { super("String index out of range: " + i); } }
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
