// Texts that change.
package java.lang;

public class StringBuilder implements CharSequence, Comparable<StringBuilder> {
    private String text = "";
    public StringBuilder() {}
    public StringBuilder(int capacity) {}
    public StringBuilder(String text) { this.text = "" + RacefreePrimitives.substring(text, 0, text.length()); }
    public StringBuilder(CharSequence text) { this.text = text.toString(); }
    public StringBuilder append(Object o) { text = text + o; return this; }
    public StringBuilder append(String o) { text = text + o; return this; }
    public StringBuilder append(int o) { text = text + o; return this; }
    public StringBuilder append(long o) { text = text + o; return this; }
    public StringBuilder append(float o) { text = text + o; return this; }
    public StringBuilder append(double o) { text = text + o; return this; }
    public StringBuilder append(boolean o) { text = text + o; return this; }
    public StringBuilder append(char o) { text = text + o; return this; }
    public StringBuilder append(char[] all) { text = text + String.valueOf(all); return this; }
    public StringBuilder append(CharSequence s, int from, int to) { text = text + s.toString().substring(from, to); return this; }
    public StringBuilder appendCodePoint(int c) { text = text + (char) c; return this; }
    private void place(int at) { if (at < 0 || at > text.length()) throw new StringIndexOutOfBoundsException("Range [" + at + ", " + text.length() + ") out of bounds for length " + text.length()); }
    private void index(int i) { if (i < 0 || i >= text.length()) throw new StringIndexOutOfBoundsException("Index " + i + " out of bounds for length " + text.length()); }
    public StringBuilder insert(int at, Object o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder insert(int at, String o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder insert(int at, int o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder insert(int at, long o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder insert(int at, double o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder insert(int at, boolean o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder insert(int at, char o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public StringBuilder reverse() { text = RacefreeString.reversed(text); return this; }
    public StringBuilder deleteCharAt(int i) { index(i); text = text.substring(0, i) + text.substring(i + 1); return this; }
    private int end(int from, int to) {
        int end = Math.min(to, text.length());
        if (from < 0 || from > end) throw new StringIndexOutOfBoundsException("Range [" + from + ", " + end + ") out of bounds for length " + text.length());
        return end;
    }
    public StringBuilder delete(int from, int to) { int end = end(from, to); text = text.substring(0, from) + text.substring(end); return this; }
    public StringBuilder replace(int from, int to, String by) { int end = end(from, to); text = text.substring(0, from) + by + text.substring(end); return this; }
    public StringBuilder repeat(CharSequence s, int n) { text = text + s.toString().repeat(n); return this; }
    public void setCharAt(int i, char c) { index(i); text = text.substring(0, i) + c + text.substring(i + 1); }
    public void setLength(int n) { text = n <= text.length() ? text.substring(0, n) : text + "\0".repeat(n - text.length()); }
    public int length() { return text.length(); }
    public int capacity() { throw new RacefreeRefusal("capacity() does not run"); }
    public void ensureCapacity(int n) {}
    public boolean isEmpty() { return text.isEmpty(); }
    public char charAt(int i) { index(i); return text.charAt(i); }
    public int indexOf(String part) { return text.indexOf(part); }
    public int indexOf(String part, int from) { return text.indexOf(part, from); }
    public int lastIndexOf(String part) { return text.lastIndexOf(part); }
    public String substring(int from) { return substring(from, text.length()); }
    public String substring(int from, int to) {
        if (from < 0 || from > to || to > text.length()) throw new StringIndexOutOfBoundsException("Range [" + from + ", " + to + ") out of bounds for length " + text.length());
        return text.substring(from, to);
    }
    public CharSequence subSequence(int from, int to) { return substring(from, to); }
    public java.util.stream.IntStream chars() { return text.chars(); }
    public int compareTo(StringBuilder other) { return text.compareTo(other.toString()); }
    public String toString() { return RacefreePrimitives.text(text); }
}
public class StringBuffer implements CharSequence, Comparable<StringBuffer> {
    private String text = "";
    public StringBuffer() {}
    public StringBuffer(int capacity) {}
    public StringBuffer(String text) { this.text = "" + RacefreePrimitives.substring(text, 0, text.length()); }
    public StringBuffer(CharSequence text) { this.text = text.toString(); }
    public synchronized StringBuffer append(Object o) { text = text + o; return this; }
    public synchronized StringBuffer append(String o) { text = text + o; return this; }
    public synchronized StringBuffer append(int o) { text = text + o; return this; }
    public synchronized StringBuffer append(long o) { text = text + o; return this; }
    public synchronized StringBuffer append(float o) { text = text + o; return this; }
    public synchronized StringBuffer append(double o) { text = text + o; return this; }
    public synchronized StringBuffer append(boolean o) { text = text + o; return this; }
    public synchronized StringBuffer append(char o) { text = text + o; return this; }
    public synchronized StringBuffer append(char[] all) { text = text + String.valueOf(all); return this; }
    public synchronized StringBuffer append(CharSequence s, int from, int to) { text = text + s.toString().substring(from, to); return this; }
    public synchronized StringBuffer appendCodePoint(int c) { text = text + (char) c; return this; }
    private void place(int at) { if (at < 0 || at > text.length()) throw new StringIndexOutOfBoundsException("Range [" + at + ", " + text.length() + ") out of bounds for length " + text.length()); }
    private void index(int i) { if (i < 0 || i >= text.length()) throw new StringIndexOutOfBoundsException("Index " + i + " out of bounds for length " + text.length()); }
    public synchronized StringBuffer insert(int at, Object o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public synchronized StringBuffer insert(int at, String o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public synchronized StringBuffer insert(int at, int o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public synchronized StringBuffer insert(int at, long o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public synchronized StringBuffer insert(int at, double o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public synchronized StringBuffer insert(int at, boolean o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public synchronized StringBuffer insert(int at, char o) { place(at); text = text.substring(0, at) + o + text.substring(at); return this; }
    public synchronized StringBuffer reverse() { text = RacefreeString.reversed(text); return this; }
    public synchronized StringBuffer deleteCharAt(int i) { index(i); text = text.substring(0, i) + text.substring(i + 1); return this; }
    private int end(int from, int to) {
        int end = Math.min(to, text.length());
        if (from < 0 || from > end) throw new StringIndexOutOfBoundsException("Range [" + from + ", " + end + ") out of bounds for length " + text.length());
        return end;
    }
    public synchronized StringBuffer delete(int from, int to) { int end = end(from, to); text = text.substring(0, from) + text.substring(end); return this; }
    public synchronized StringBuffer replace(int from, int to, String by) { int end = end(from, to); text = text.substring(0, from) + by + text.substring(end); return this; }
    public synchronized StringBuffer repeat(CharSequence s, int n) { text = text + s.toString().repeat(n); return this; }
    public synchronized void setCharAt(int i, char c) { index(i); text = text.substring(0, i) + c + text.substring(i + 1); }
    public synchronized void setLength(int n) { text = n <= text.length() ? text.substring(0, n) : text + "\0".repeat(n - text.length()); }
    public synchronized int length() { return text.length(); }
    public int capacity() { throw new RacefreeRefusal("capacity() does not run"); }
    public void ensureCapacity(int n) {}
    public synchronized boolean isEmpty() { return text.isEmpty(); }
    public synchronized char charAt(int i) { index(i); return text.charAt(i); }
    public synchronized int indexOf(String part) { return text.indexOf(part); }
    public synchronized int indexOf(String part, int from) { return text.indexOf(part, from); }
    public synchronized int lastIndexOf(String part) { return text.lastIndexOf(part); }
    public synchronized String substring(int from) { return substring(from, text.length()); }
    public synchronized String substring(int from, int to) {
        if (from < 0 || from > to || to > text.length()) throw new StringIndexOutOfBoundsException("Range [" + from + ", " + to + ") out of bounds for length " + text.length());
        return text.substring(from, to);
    }
    public synchronized CharSequence subSequence(int from, int to) { return substring(from, to); }
    public synchronized java.util.stream.IntStream chars() { return text.chars(); }
    public synchronized int compareTo(StringBuffer other) { return text.compareTo(other.toString()); }
    public synchronized String toString() { return RacefreePrimitives.text(text); }
}
