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
