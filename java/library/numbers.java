// Math, and the classes of boxes.
package java.lang;

public final class Math {
    public static final double PI = 3.141592653589793, E = 2.718281828459045;
    public static double random() { return RacefreeChance.ofThread().nextDouble(); }
    public static int max(int a, int b) { return a >= b ? a : b; }
    public static int min(int a, int b) { return a <= b ? a : b; }
    public static long max(long a, long b) { return a >= b ? a : b; }
    public static long min(long a, long b) { return a <= b ? a : b; }
    public static float max(float a, float b) { return a >= b ? a : b; }
    public static float min(float a, float b) { return a <= b ? a : b; }
    public static double max(double a, double b) { return a != a ? a : a == 0 && b == 0 ? 1 / a < 0 ? b : a : a >= b ? a : b; }
    public static double min(double a, double b) { return a != a ? a : a == 0 && b == 0 ? 1 / a < 0 ? a : b : a <= b ? a : b; }
    public static int abs(int a) { return a < 0 ? -a : a; }
    public static long abs(long a) { return a < 0 ? -a : a; }
    public static float abs(float a) { return (float) RacefreePrimitives.real(4, a, 0); }
    public static double abs(double a) { return RacefreePrimitives.real(4, a, 0); }
    public static double sqrt(double a) { return RacefreePrimitives.real(0, a, 0); }
    public static double pow(double a, double b) {
        if (b == 0.5 && a >= 0) return sqrt(a);
        if (b != RacefreePrimitives.real(2, b, 0)) throw new RacefreeRefusal("Math.pow with an exponent that is no whole number does not run");
        return RacefreePrimitives.real(1, a, b);
    }
    public static double floor(double a) { return RacefreePrimitives.real(2, a, 0); }
    public static double ceil(double a) { return RacefreePrimitives.real(3, a, 0); }
    public static double rint(double a) { return RacefreePrimitives.real(6, a, 0); }
    public static long round(double a) { return (long) RacefreePrimitives.real(5, a, 0); }
    public static int round(float a) { return (int) RacefreePrimitives.real(5, a, 0); }
    public static double signum(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : a; }
    public static double toRadians(double a) { return a * 0.017453292519943295; }
    public static double toDegrees(double a) { return a * 57.29577951308232; }
    public static int floorMod(int a, int b) { int m = a % b; return m != 0 && (m ^ b) < 0 ? m + b : m; }
    public static long floorMod(long a, long b) { long m = a % b; return m != 0 && (m ^ b) < 0 ? m + b : m; }
    public static int floorMod(long a, int b) { return (int) floorMod(a, (long) b); }
    public static int ceilDiv(int a, int b) { int q = a / b; return (a ^ b) >= 0 && q * b != a ? q + 1 : q; }
    public static int multiplyExact(int a, int b) { long r = (long) a * b; if (r != (int) r) throw new ArithmeticException("integer overflow"); return (int) r; }
    public static long multiplyExact(long a, long b) { long r = a * b; if (a != 0 && (r / a != b || a == -1 && b == Long.MIN_VALUE)) throw new ArithmeticException("long overflow"); return r; }
    public static int toIntExact(long n) { if (n != (int) n) throw new ArithmeticException("integer overflow"); return (int) n; }
    public static int clamp(long n, int least, int most) { if (least > most) throw new IllegalArgumentException(least + " > " + most); return (int) min(most, max(n, least)); }
    public static long clamp(long n, long least, long most) { if (least > most) throw new IllegalArgumentException(least + " > " + most); return min(most, max(n, least)); }
    public static double clamp(double n, double least, double most) { return min(most, max(n, least)); }
    public static int addExact(int a, int b) { int r = a + b; if (((a ^ r) & (b ^ r)) < 0) throw new ArithmeticException("integer overflow"); return r; }
    public static int subtractExact(int a, int b) { int r = a - b; if (((a ^ b) & (a ^ r)) < 0) throw new ArithmeticException("integer overflow"); return r; }
    public static int incrementExact(int a) { return addExact(a, 1); }
    public static int decrementExact(int a) { return subtractExact(a, 1); }
    public static int negateExact(int a) { return subtractExact(0, a); }
    public static int floorDiv(int a, int b) { int q = a / b; return (a ^ b) < 0 && q * b != a ? q - 1 : q; }
    public static long addExact(long a, long b) { long r = a + b; if (((a ^ r) & (b ^ r)) < 0) throw new ArithmeticException("long overflow"); return r; }
    public static long subtractExact(long a, long b) { long r = a - b; if (((a ^ b) & (a ^ r)) < 0) throw new ArithmeticException("long overflow"); return r; }
    public static long incrementExact(long a) { return addExact(a, 1); }
    public static long decrementExact(long a) { return subtractExact(a, 1); }
    public static long negateExact(long a) { return subtractExact(0, a); }
    public static long floorDiv(long a, long b) { long q = a / b; return (a ^ b) < 0 && q * b != a ? q - 1 : q; }
}

public abstract class Number {
    public native int intValue();
    public native long longValue();
    public native double doubleValue();
    public native float floatValue();
    public native byte byteValue();
    public native short shortValue();
}
final class RacefreeNumber {
    static float floatValue(Number n) { return (float) n.doubleValue(); }
    static byte byteValue(Number n) { return (byte) n.intValue(); }
    static short shortValue(Number n) { return (short) n.intValue(); }
    // `a == b`: two boxes of a small number are one object, and of any other the boxes do not tell.
    static boolean same(Object a, Object b) {
        if (!RacefreePrimitives.sameValue(a, b)) return false;
        boolean known = true;
        if (a instanceof Integer i) known = i >= -128 && i <= 127;
        else if (a instanceof Long l) known = l >= -128 && l <= 127;
        else if (a instanceof Character c) known = c <= 127;
        else if (a instanceof Double || a instanceof Float) known = false;
        else return a == b;
        if (!known) throw new RacefreeRefusal("`==` asks whether two boxes of " + a + " are one object, which boxes are not here: `equals` compares the values");
        return true;
    }
}

// Locks of boxes: one for each truth value and each small number. Of others the boxes do not tell which are one object.
final class RacefreeBox {
    private static final RacefreeQuiet QUIET = new RacefreeQuiet();
    private static Object[] boxes = new Object[2], locks = new Object[2];
    private static int made;
    static Object lockOfBox(Object box) {
        if (box == null) throw new NullPointerException();
        boolean known = true;
        if (box instanceof Integer i) known = i >= -128 && i <= 127;
        else if (box instanceof Long l) known = l >= -128 && l <= 127;
        else if (box instanceof Character c) known = c <= 127;
        else if (box instanceof Double || box instanceof Float) known = false;
        if (!known) throw new RacefreeRefusal("a lock on a box of " + box + " does not run, for boxes of one number may be one object or many: a field `final Object lock = new Object();` is a lock");
        synchronized (QUIET) {
            for (int i = 0; i < made; i++) if (RacefreePrimitives.sameValue(boxes[i], box)) return locks[i];
            if (made == boxes.length) { boxes = (Object[]) RacefreePrimitives.copyArray(boxes, 0, made, 2 * made); locks = (Object[]) RacefreePrimitives.copyArray(locks, 0, made, 2 * made); }
            boxes[made] = box;
            locks[made] = new RacefreeBox();
            made++;
            return locks[made - 1];
        }
    }
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
    public static int parseInt(String s, int radix) { long n = Long.parseLong(s, radix); if (n != (int) n) throw Long.wrong(s, radix); return (int) n; }
    public static Integer valueOf(String s, int radix) { return parseInt(s, radix); }
    public static int divideUnsigned(int a, int b) { return (int) ((a & 4294967295L) / (b & 4294967295L)); }
    public static int remainderUnsigned(int a, int b) { return (int) ((a & 4294967295L) % (b & 4294967295L)); }
    public static String toUnsignedString(int n) { return "" + (n & 4294967295L); }
    public static int compareUnsigned(int a, int b) { return Long.compare(a & 4294967295L, b & 4294967295L); }
    public static long toUnsignedLong(int n) { return n & 4294967295L; }
    public static int highestOneBit(int n) { return n == 0 ? 0 : -2147483648 >>> numberOfLeadingZeros(n); }
    public static int lowestOneBit(int n) { return n & -n; }
    public static int numberOfLeadingZeros(int n) { int c = 0; for (int i = 31; i >= 0 && (n >>> i & 1) == 0; i--) c++; return c; }
    public static int numberOfTrailingZeros(int n) { int c = 0; for (int i = 0; i < 32 && (n >>> i & 1) == 0; i++) c++; return c; }
    public static int reverse(int n) { int r = 0; for (int i = 0; i < 32; i++) r = r << 1 | n >>> i & 1; return r; }
    public static int rotateLeft(int n, int d) { return n << d | n >>> -d; }
    public static int rotateRight(int n, int d) { return n >>> d | n << -d; }
    public static int bitCount(int n) { int c = 0; while (n != 0) { n &= n - 1; c++; } return c; }
    public static int parseInt(String s) {
        if (s == null) throw new NumberFormatException("Cannot parse null string");
        long n = Long.digits(s, 10, 2147483647L);
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
    public static long parseLong(String s) { return parseLong(s, 10); }
    public static long parseLong(String s, int radix) { if (s == null) throw new NumberFormatException("Cannot parse null string"); return digits(s, radix, MAX_VALUE); }
    public static Long valueOf(String s) { return parseLong(s); }
    public static String toString(long n, int radix) { return RacefreePrimitives.radix(n, radix); }
    public static String toHexString(long n) { return powers(n, 4); }
    public static String toBinaryString(long n) { return powers(n, 1); }
    public static String toOctalString(long n) { return powers(n, 3); }
    private static String powers(long n, int bits) { String s = ""; do { s = Character.forDigit((int) (n & (1 << bits) - 1), 1 << bits) + s; n = n >>> bits; } while (n != 0); return s; }
    public static int signum(long a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }
    public static int bitCount(long n) { int c = 0; while (n != 0) { n &= n - 1; c++; } return c; }
    public static int numberOfTrailingZeros(long n) { int c = 0; while (c < 64 && (n >>> c & 1) == 0) c++; return c; }
    public static int numberOfLeadingZeros(long n) { int c = 0; for (int i = 63; i >= 0 && (n >>> i & 1) == 0; i--) c++; return c; }
    static NumberFormatException wrong(String s, int radix) { return new NumberFormatException("For input string: \"" + s + "\"" + (radix == 10 ? "" : " under radix " + radix)); }
    // The number that digits stand for, at most so large, below zero one more.
    static long digits(String s, int radix, long most) {
        boolean signed = s.length() > 0 && (s.charAt(0) == '-' || s.charAt(0) == '+'), negative = signed && s.charAt(0) == '-';
        int i = signed ? 1 : 0;
        if (i >= s.length()) throw wrong(s, radix);
        long n = 0, least = negative ? -most - 1 : -most;
        for (; i < s.length(); i++) {
            int d = Character.digit(s.charAt(i), radix);
            if (d < 0 || n < least / radix || n * radix < least + d) throw wrong(s, radix);
            n = n * radix - d;
        }
        return negative ? n : -n;
    }
}
final class RacefreeLong {
    static int compareTo(Long a, Long b) { return Long.compare(a, b); }
}

public final class Double extends Number implements Comparable<Double> {
    public static final double MAX_VALUE = 1.7976931348623157E308, MIN_VALUE = 4.9E-324, POSITIVE_INFINITY = 1.0 / 0.0, NEGATIVE_INFINITY = -1.0 / 0.0, NaN = 0.0 / 0.0;
    public native int compareTo(Double other);
    public static int compare(double a, double b) { return a < b ? -1 : a > b ? 1 : a == b && a != 0 ? 0 : rank(a) - rank(b); }
    private static int rank(double d) { return d != d ? 2 : 1 / d < 0 ? 0 : 1; }
    public static Double valueOf(double d) { return d; }
    public static String toString(double d) { return RacefreePrimitives.text(d); }
    public static double parseDouble(String s) {
        String t = s.trim();
        if (t.isEmpty()) throw new NumberFormatException("empty String");
        boolean digit = false;
        for (int i = 0; i < t.length(); i++) { char c = t.charAt(i); if (Character.isDigit(c)) digit = true; else if ("+-.eE".indexOf(c) < 0) throw new NumberFormatException("For input string: \"" + s + "\""); }
        if (!digit) throw new NumberFormatException("For input string: \"" + s + "\"");
        return RacefreePrimitives.doubleOf(t);
    }
    public native boolean isNaN();
    public native boolean isInfinite();
    public static boolean isNaN(double d) { return d != d; }
    public static boolean isInfinite(double d) { return d == POSITIVE_INFINITY || d == NEGATIVE_INFINITY; }
    public static boolean isFinite(double d) { return d - d == 0; }
    public static double min(double a, double b) { return Math.min(a, b); }
    public static Double valueOf(String s) { return parseDouble(s); }
    public static int hashCode(double d) { return RacefreePrimitives.hashValue(d); }
    public static double max(double a, double b) { return Math.max(a, b); }
    public static double sum(double a, double b) { return a + b; }
}
final class RacefreeDouble {
    static boolean isNaN(Double d) { double x = d; return x != x; }
    static boolean isInfinite(Double d) { return Double.isInfinite(d); }
    static int compareTo(Double a, Double b) { return Double.compare(a, b); }
}

public final class Float extends Number implements Comparable<Float> {
    public static final float MAX_VALUE = 3.4028235E38f, MIN_VALUE = 1.4E-45f, POSITIVE_INFINITY = 1.0f / 0.0f, NEGATIVE_INFINITY = -1.0f / 0.0f, NaN = 0.0f / 0.0f;
    public native int compareTo(Float other);
    public native boolean isNaN();
    public static int compare(float a, float b) { return Double.compare(a, b); }
    public static Float valueOf(float d) { return d; }
    public static Float valueOf(String s) { return parseFloat(s); }
    public static String toString(float d) { return RacefreePrimitives.text(d); }
    public static float parseFloat(String s) { double checked = Double.parseDouble(s); return RacefreePrimitives.floatOf(s.trim()); }
    public static boolean isNaN(float d) { return d != d; }
    public static boolean isInfinite(float d) { return d == POSITIVE_INFINITY || d == NEGATIVE_INFINITY; }
    public static float max(float a, float b) { return Math.max(a, b); }
    public static float min(float a, float b) { return Math.min(a, b); }
    public static float sum(float a, float b) { return a + b; }
    public static int hashCode(float d) { return RacefreePrimitives.hashValue(d); }
}
final class RacefreeFloat {
    static int compareTo(Float a, Float b) { return Float.compare(a, b); }
    static boolean isNaN(Float d) { float x = d; return x != x; }
}

public final class Boolean implements Comparable<Boolean> {
    public static final Boolean TRUE = true, FALSE = false;
    public native boolean booleanValue();
    public native int compareTo(Boolean other);
    public static boolean parseBoolean(String s) { return s != null && s.equalsIgnoreCase("true"); }
    public static Boolean valueOf(boolean b) { return b; }
    public static String toString(boolean b) { return b ? "true" : "false"; }
    public static Boolean valueOf(String s) { return parseBoolean(s); }
    public static int compare(boolean a, boolean b) { return a == b ? 0 : a ? 1 : -1; }
    public static int hashCode(boolean b) { return b ? 1231 : 1237; }
    public static boolean logicalXor(boolean a, boolean b) { return a ^ b; }
    public static boolean logicalAnd(boolean a, boolean b) { return a & b; }
    public static boolean logicalOr(boolean a, boolean b) { return a | b; }
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
    public static boolean isWhitespace(char c) { return c == ' ' || c >= '\t' && c <= '\r' || c >= '\u001c' && c <= '\u001f'; }
    public static boolean isUpperCase(char c) { return isLetter(c) && toUpperCase(c) == c; }
    public static boolean isLowerCase(char c) { return isLetter(c) && toLowerCase(c) == c; }
    public static char toUpperCase(char c) { return RacefreePrimitives.upper(RacefreePrimitives.charText(c)).charAt(0); }
    public static char toLowerCase(char c) { return RacefreePrimitives.lower(RacefreePrimitives.charText(c)).charAt(0); }
    public static int getNumericValue(char c) { return isDigit(c) ? c - '0' : isLetter(c) ? toLowerCase(c) - 'a' + 10 : -1; }
    public static final char MAX_VALUE = '\uffff', MIN_VALUE = '\0';
    public static boolean isDigit(int c) { return isDigit((char) c); }
    public static boolean isLetter(int c) { return isLetter((char) c); }
    public static boolean isLetterOrDigit(int c) { return isLetterOrDigit((char) c); }
    public static boolean isWhitespace(int c) { return isWhitespace((char) c); }
    public static boolean isUpperCase(int c) { return isUpperCase((char) c); }
    public static boolean isLowerCase(int c) { return isLowerCase((char) c); }
    public static int toUpperCase(int c) { return toUpperCase((char) c); }
    public static int toLowerCase(int c) { return toLowerCase((char) c); }
    public static boolean isAlphabetic(int c) { return isLetter((char) c); }
    public static boolean isSpaceChar(char c) { return c == ' ' || c == '\u00a0'; }
    public static String toString(int c) { return RacefreePrimitives.charText((char) c); }
    public static int hashCode(char c) { return c; }
    public static int digit(char c, int radix) { int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1; return d < radix ? d : -1; }
    public static char forDigit(int d, int radix) { return d < 0 || d >= radix ? '\0' : (char) (d < 10 ? '0' + d : 'a' + d - 10); }
    public static Character valueOf(char c) { return c; }
    public static String toString(char c) { return RacefreePrimitives.charText(c); }
    public static int compare(char a, char b) { return a - b; }
}
final class RacefreeCharacter {
    static int compareTo(Character a, Character b) { char x = a, y = b; return x - y; }
}

public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MAX_VALUE = 127, MIN_VALUE = -128;
    public static byte parseByte(String s) { int n = Integer.parseInt(s); if (n != (byte) n) throw new NumberFormatException("Value out of range. Value:\"" + s + "\" Radix:10"); return (byte) n; }
    public static String toString(byte b) { return "" + b; }
    public static int compare(byte a, byte b) { return a - b; }
    public static int toUnsignedInt(byte b) { return b & 255; }
}
public final class Short extends Number implements Comparable<Short> {
    public static final short MAX_VALUE = 32767, MIN_VALUE = -32768;
    public static short parseShort(String s) { int n = Integer.parseInt(s); if (n != (short) n) throw new NumberFormatException("Value out of range. Value:\"" + s + "\" Radix:10"); return (short) n; }
    public static String toString(short n) { return "" + n; }
    public static int compare(short a, short b) { return a - b; }
}
