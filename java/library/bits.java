// Sets of small numbers.
package java.util;

import java.util.stream.*;

public class BitSet {
    private boolean[] bits;
    public BitSet() { bits = new boolean[64]; }
    public BitSet(int size) { if (size < 0) throw new NegativeArraySizeException("nbits < 0: " + size); bits = new boolean[(size + 63) / 64 * 64]; }
    private static void check(int i) { if (i < 0) throw new IndexOutOfBoundsException("bitIndex < 0: " + i); }
    private static void check(int from, int to) {
        if (from < 0) throw new IndexOutOfBoundsException("fromIndex < 0: " + from);
        if (to < 0) throw new IndexOutOfBoundsException("toIndex < 0: " + to);
        if (from > to) throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
    }
    private void room(int size) {
        if (size <= bits.length) return;
        boolean[] more = new boolean[Math.max(bits.length * 2, (size + 63) / 64 * 64)];
        for (int i = 0; i < bits.length; i++) more[i] = bits[i];
        bits = more;
    }
    public void set(int i) { set(i, true); }
    public void set(int i, boolean value) { check(i); if (value) room(i + 1); if (i < bits.length) bits[i] = value; }
    public void set(int from, int to) { set(from, to, true); }
    public void set(int from, int to, boolean value) { check(from, to); if (value) room(to); for (int i = from; i < to && i < bits.length; i++) bits[i] = value; }
    public void clear(int i) { set(i, false); }
    public void clear(int from, int to) { set(from, to, false); }
    public void clear() { for (int i = 0; i < bits.length; i++) bits[i] = false; }
    public void flip(int i) { set(i, !get(i)); }
    public void flip(int from, int to) { check(from, to); room(to); for (int i = from; i < to; i++) bits[i] = !bits[i]; }
    public boolean get(int i) { check(i); return i < bits.length && bits[i]; }
    public int cardinality() { int n = 0; for (boolean b : bits) if (b) n++; return n; }
    public int length() { return previousSetBit(bits.length - 1) + 1; }
    public int size() { return bits.length; }
    public boolean isEmpty() { return length() == 0; }
    public int nextSetBit(int i) { if (i < 0) throw new IndexOutOfBoundsException("fromIndex < 0: " + i); while (i < bits.length && !bits[i]) i++; return i < bits.length ? i : -1; }
    public int nextClearBit(int i) { if (i < 0) throw new IndexOutOfBoundsException("fromIndex < 0: " + i); while (i < bits.length && bits[i]) i++; return i; }
    public int previousSetBit(int i) { i = Math.min(i, bits.length - 1); while (i >= 0 && !bits[i]) i--; return i; }
    public int previousClearBit(int i) { while (i >= 0 && get(i)) i--; return i; }
    public void and(BitSet other) { for (int i = 0; i < bits.length; i++) bits[i] = bits[i] && other.get(i); }
    public void or(BitSet other) { room(other.length()); for (int i = 0; i < bits.length; i++) bits[i] = bits[i] || other.get(i); }
    public void xor(BitSet other) { room(other.length()); for (int i = 0; i < bits.length; i++) bits[i] = bits[i] != other.get(i); }
    public void andNot(BitSet other) { for (int i = 0; i < bits.length; i++) bits[i] = bits[i] && !other.get(i); }
    public boolean intersects(BitSet other) { for (int i = 0; i < bits.length; i++) if (bits[i] && other.get(i)) return true; return false; }
    public IntStream stream() { int[] all = new int[cardinality()]; for (int n = 0, i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1)) all[n++] = i; return IntStream.of(all); }
    public Object clone() { BitSet made = new BitSet(); made.or(this); return made; }
    public boolean equals(Object other) {
        if (!(other instanceof BitSet)) return false;
        BitSet that = (BitSet) other;
        for (int i = Math.max(bits.length, that.bits.length) - 1; i >= 0; i--) if (get(i) != that.get(i)) return false;
        return true;
    }
    public int hashCode() {
        long h = 1234;
        for (int word = (length() + 63) / 64 - 1; word >= 0; word--) {
            long w = 0;
            for (int i = 63; i >= 0; i--) w = w << 1 | (get(word * 64 + i) ? 1 : 0);
            h = h ^ w * (word + 1);
        }
        return (int) (h >> 32 ^ h);
    }
    public String toString() { StringJoiner all = new StringJoiner(", ", "{", "}"); for (int i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1)) all.add("" + i); return all.toString(); }
}

// Words and numbers of a text; what the keyboard gives does not run.
public final class Scanner implements Iterator<String>, AutoCloseable {
    private final String text;
    private int at;
    private boolean shut;
    public Scanner(String text) { this.text = Objects.requireNonNull(text, "source"); }
    private static boolean blank(char c) { return Character.isWhitespace(c); }
    private void open() { if (shut) throw new IllegalStateException("Scanner closed"); }
    private int begin() { open(); int i = at; while (i < text.length() && blank(text.charAt(i))) i++; return i; }
    private int end(int i) { while (i < text.length() && !blank(text.charAt(i))) i++; return i; }
    private String peeked() { int from = begin(); return from == text.length() ? null : text.substring(from, end(from)); }
    private String word() { String s = peeked(); if (s == null) throw new NoSuchElementException(); return s; }
    private void taken() { at = end(begin()); }
    public boolean hasNext() { return peeked() != null; }
    public String next() { String s = word(); taken(); return s; }
    private int feed() { int i = at; while (i < text.length() && text.charAt(i) != '\n') i++; return i; }
    public boolean hasNextLine() { open(); return at < text.length(); }
    public String nextLine() {
        if (!hasNextLine()) throw new NoSuchElementException("No line found");
        int to = feed();
        String line = text.substring(at, to > at && text.charAt(to - 1) == '\r' ? to - 1 : to);
        at = Math.min(to + 1, text.length());
        return line;
    }
    private static boolean whole(String s) {
        int from = s.startsWith("-") || s.startsWith("+") ? 1 : 0;
        for (int i = from; i < s.length(); i++) if (s.charAt(i) < '0' || s.charAt(i) > '9') return false;
        return s.length() > from;
    }
    private static boolean isInt(String s) { if (s == null || !whole(s)) return false; try { Integer.parseInt(s); return true; } catch (NumberFormatException e) { return false; } }
    private static boolean isLong(String s) { if (s == null || !whole(s)) return false; try { Long.parseLong(s); return true; } catch (NumberFormatException e) { return false; } }
    private static boolean isTruth(String s) { return s != null && (s.equalsIgnoreCase("true") || s.equalsIgnoreCase("false")); }
    private static InputMismatchException no(String s) { return whole(s) ? new InputMismatchException("For input string: \"" + s + "\"") : new InputMismatchException(); }
    public boolean hasNextInt() { return isInt(peeked()); }
    public int nextInt() { String s = word(); if (!isInt(s)) throw no(s); taken(); return Integer.parseInt(s); }
    public boolean hasNextLong() { return isLong(peeked()); }
    public long nextLong() { String s = word(); if (!isLong(s)) throw no(s); taken(); return Long.parseLong(s); }
    public boolean hasNextBoolean() { return isTruth(peeked()); }
    public boolean nextBoolean() { String s = word(); if (!isTruth(s)) throw no(s); taken(); return s.equalsIgnoreCase("true"); }
    public void close() { shut = true; }
}
public class InputMismatchException extends NoSuchElementException { public InputMismatchException() {} public InputMismatchException(String m) { super(m); } }
