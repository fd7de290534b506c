// Sets of small numbers.
package java.util;

import java.util.stream.*;

public class BitSet {
    // As in the JDK, sixty-four bits are one word: threads that set different ones meet in it.
    private long[] words;
    public BitSet() { words = new long[1]; }
    public BitSet(int size) { if (size < 0) throw new NegativeArraySizeException("nbits < 0: " + size); words = new long[(size + 63) / 64]; }
    private static void check(int i) { if (i < 0) throw new IndexOutOfBoundsException("bitIndex < 0: " + i); }
    private static void check(int from, int to) {
        if (from < 0) throw new IndexOutOfBoundsException("fromIndex < 0: " + from);
        if (to < 0) throw new IndexOutOfBoundsException("toIndex < 0: " + to);
        if (from > to) throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
    }
    private void room(int size) {
        int n = (size + 63) / 64;
        if (n > words.length) words = Arrays.copyOf(words, Math.max(words.length * 2, n));
    }
    private boolean has(int i) { return (words[i / 64] >> i % 64 & 1L) != 0L; }
    private long word(int w) { return w < words.length ? words[w] : 0L; }
    public void set(int i) { set(i, true); }
    public void set(int i, boolean value) {
        check(i);
        if (value) room(i + 1);
        if (i < size()) words[i / 64] = value ? words[i / 64] | 1L << i % 64 : words[i / 64] & ~(1L << i % 64);
    }
    public void set(int from, int to) { set(from, to, true); }
    public void set(int from, int to, boolean value) { check(from, to); if (value) room(to); for (int i = from; i < to && i < size(); i++) set(i, value); }
    public void clear(int i) { set(i, false); }
    public void clear(int from, int to) { set(from, to, false); }
    public void clear() { for (int w = 0; w < words.length; w++) words[w] = 0L; }
    public void flip(int i) { check(i); room(i + 1); words[i / 64] = words[i / 64] ^ 1L << i % 64; }
    public void flip(int from, int to) { check(from, to); for (int i = from; i < to; i++) flip(i); }
    public boolean get(int i) { check(i); return i < size() && has(i); }
    public int cardinality() { int n = 0; for (long w : words) n += Long.bitCount(w); return n; }
    public int length() { for (int w = words.length - 1; w >= 0; w--) if (words[w] != 0L) return previousSetBit(w * 64 + 63) + 1; return 0; }
    public int size() { return words.length * 64; }
    public boolean isEmpty() { return length() == 0; }
    public int nextSetBit(int i) {
        if (i < 0) throw new IndexOutOfBoundsException("fromIndex < 0: " + i);
        while (i < size()) { if (words[i / 64] >>> i % 64 == 0L) i = (i / 64 + 1) * 64; else if (has(i)) return i; else i++; }
        return -1;
    }
    public int nextClearBit(int i) { if (i < 0) throw new IndexOutOfBoundsException("fromIndex < 0: " + i); while (i < size() && has(i)) i++; return i; }
    public int previousSetBit(int i) { i = Math.min(i, size() - 1); while (i >= 0 && !has(i)) i--; return i; }
    public int previousClearBit(int i) { while (i >= 0 && get(i)) i--; return i; }
    public void and(BitSet other) { for (int w = 0; w < words.length; w++) words[w] = words[w] & other.word(w); }
    public void or(BitSet other) { room(other.length()); for (int w = 0; w < words.length; w++) words[w] = words[w] | other.word(w); }
    public void xor(BitSet other) { room(other.length()); for (int w = 0; w < words.length; w++) words[w] = words[w] ^ other.word(w); }
    public void andNot(BitSet other) { for (int w = 0; w < words.length; w++) words[w] = words[w] & ~other.word(w); }
    public boolean intersects(BitSet other) { for (int w = 0; w < words.length; w++) if ((words[w] & other.word(w)) != 0L) return true; return false; }
    public IntStream stream() { int[] all = new int[cardinality()]; for (int n = 0, i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1)) all[n++] = i; return IntStream.of(all); }
    public long[] toLongArray() { return Arrays.copyOf(words, (length() + 63) / 64); }
    public Object clone() { BitSet made = new BitSet(); made.or(this); return made; }
    public boolean equals(Object other) {
        if (!(other instanceof BitSet)) return false;
        BitSet that = (BitSet) other;
        for (int w = Math.max(words.length, that.words.length) - 1; w >= 0; w--) if (word(w) != that.word(w)) return false;
        return true;
    }
    public int hashCode() {
        long h = 1234L;
        for (int w = words.length - 1; w >= 0; w--) h = h ^ words[w] * (w + 1);
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
