// The part of java.io that programs run with.
package java.io;

public class PrintStream {
    private final boolean error;
    public PrintStream(boolean error) { this.error = error; }
    private void put(String text) { if (error) RacefreePrimitives.printError(text); else RacefreePrimitives.print(text); }
    public void println() { put("\n"); }
    public void println(Object o) { put(o + "\n"); }
    public void println(String s) { put(s + "\n"); }
    public void println(int n) { put(n + "\n"); }
    public void println(long n) { put(n + "\n"); }
    public void println(double n) { put(n + "\n"); }
    public void println(boolean b) { put(b + "\n"); }
    public void println(char c) { put(c + "\n"); }
    public void println(char[] all) { put(String.valueOf(all) + "\n"); }
    public void print(Object o) { put("" + o); }
    public void print(String s) { put("" + s); }
    public void print(int n) { put("" + n); }
    public void print(long n) { put("" + n); }
    public void print(double n) { put("" + n); }
    public void print(boolean b) { put("" + b); }
    public void print(char c) { put("" + c); }
    public void print(float n) { put("" + n); }
    public void println(float n) { put(n + "\n"); }
    public void print(char[] all) { put(String.valueOf(all)); }
    public PrintStream append(CharSequence s) { put("" + s); return this; }
    public PrintStream printf(java.util.Locale of, String format, Object... args) { return printf(format, args); }
    public PrintStream printf(String format, Object... args) { put(String.format(format, args)); return this; }
    public PrintStream format(String format, Object... args) { put(String.format(format, args)); return this; }
    public void flush() {}
}
public interface Serializable {}
public interface Closeable extends AutoCloseable { void close() throws IOException; }
public class IOException extends Exception { public IOException() {} public IOException(String m) { super(m); } }
public class UncheckedIOException extends RuntimeException { public UncheckedIOException(String m, IOException c) { super(m, c); } }
public abstract class Writer implements Closeable {
    public abstract void write(String s);
    public void write(int c) { write("" + (char) c); }
    public Writer append(CharSequence s) { write("" + s); return this; }
    public Writer append(char c) { write("" + c); return this; }
    public void flush() {}
    public void close() {}
}
public class StringWriter extends Writer {
    private final StringBuffer text = new StringBuffer();
    public void write(String s) { text.append(s); }
    public StringBuffer getBuffer() { return text; }
    public String toString() { return text.toString(); }
}
// What is written to a stream waits until it is flushed.
public class PrintWriter extends Writer {
    private final Writer to;
    private final PrintStream stream;
    private final boolean flushes;
    private final Object lock = new Object();
    private String held = "";
    private PrintWriter(Writer to, PrintStream stream, boolean flushes) { this.to = to; this.stream = stream; this.flushes = flushes; }
    public PrintWriter(Writer to) { this(to, null, false); }
    public PrintWriter(Writer to, boolean flushes) { this(to, null, flushes); }
    public PrintWriter(PrintStream stream) { this(null, stream, false); }
    public PrintWriter(PrintStream stream, boolean flushes) { this(null, stream, flushes); }
    public void write(String s) { synchronized (lock) { if (to != null) to.write(s); else held = held + s; } }
    public void flush() { synchronized (lock) { if (to != null) to.flush(); else if (!held.isEmpty()) { String all = held; held = ""; stream.print(all); } } }
    public void close() { flush(); }
    private void line(String s) { synchronized (lock) { write(s + "\n"); if (flushes) flush(); } }
    public void println() { line(""); }
    public void println(Object o) { line("" + o); }
    public void println(String s) { line(s); }
    public void println(int n) { line("" + n); }
    public void println(long n) { line("" + n); }
    public void println(double n) { line("" + n); }
    public void println(boolean b) { line("" + b); }
    public void println(char c) { line("" + c); }
    public void print(Object o) { write("" + o); }
    public void print(String s) { write("" + s); }
    public void print(int n) { write("" + n); }
    public void print(long n) { write("" + n); }
    public void print(double n) { write("" + n); }
    public void print(boolean b) { write("" + b); }
    public void print(char c) { write("" + c); }
    public PrintWriter printf(String format, Object... args) { synchronized (lock) { write(String.format(format, args)); if (flushes) flush(); } return this; }
    public PrintWriter format(String format, Object... args) { return printf(format, args); }
}
