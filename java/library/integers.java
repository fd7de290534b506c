// Whole numbers of any size: a sign, and digits to the base of ten thousand, the lowest first.
package java.math;

import java.util.*;

public class BigInteger extends Number implements Comparable<BigInteger>, RacefreeFormatted {
    public static final BigInteger ZERO = new BigInteger(0, new int[0]);
    public static final BigInteger ONE = valueOf(1);
    public static final BigInteger TWO = valueOf(2);
    public static final BigInteger TEN = valueOf(10);
    private final int sign;
    private final int[] digits;
    private BigInteger(int sign, int[] digits) {
        int n = digits.length;
        while (n > 0 && digits[n - 1] == 0) n--;
        int[] kept = digits;
        if (n < digits.length) { kept = new int[n]; for (int i = 0; i < n; i++) kept[i] = digits[i]; }
        this.digits = kept;
        this.sign = n == 0 ? 0 : sign;
    }
    public BigInteger(String text) {
        if (text.length() == 0) throw new NumberFormatException("Zero length BigInteger");
        int from = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        if (from == text.length()) throw new NumberFormatException("Zero length BigInteger");
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (i > 0 && (c == '-' || c == '+')) throw new NumberFormatException("Illegal embedded sign character");
            if (c < '0' || c > '9') throw new NumberFormatException("For input string: \"" + text.substring(from) + "\"");
        }
        int[] all = new int[(text.length() - from + 3) / 4];
        for (int n = 0, to = text.length(); to > from; n++, to -= 4) all[n] = Integer.parseInt(text.substring(Math.max(from, to - 4), to));
        int n = all.length;
        while (n > 0 && all[n - 1] == 0) n--;
        int[] kept = new int[n];
        for (int i = 0; i < n; i++) kept[i] = all[i];
        digits = kept;
        sign = n == 0 ? 0 : text.charAt(0) == '-' ? -1 : 1;
    }
    public static BigInteger valueOf(long n) {
        int[] all = new int[5];
        long left = n;
        for (int i = 0; i < 5; i++) { all[i] = (int) Math.abs(left % 10000); left = left / 10000; }
        return new BigInteger(n < 0 ? -1 : 1, all);
    }
    private static int compared(int[] a, int[] b) {
        if (a.length != b.length) return a.length < b.length ? -1 : 1;
        for (int i = a.length - 1; i >= 0; i--) if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        return 0;
    }
    private static int[] sum(int[] a, int[] b) {
        int[] made = new int[Math.max(a.length, b.length) + 1];
        int over = 0;
        for (int i = 0; i < made.length; i++) {
            int d = over + (i < a.length ? a[i] : 0) + (i < b.length ? b[i] : 0);
            made[i] = d % 10000;
            over = d / 10000;
        }
        return made;
    }
    private static int[] difference(int[] a, int[] b) {
        int[] made = new int[a.length];
        int less = 0;
        for (int i = 0; i < a.length; i++) {
            int d = a[i] - less - (i < b.length ? b[i] : 0);
            less = d < 0 ? 1 : 0;
            made[i] = d < 0 ? d + 10000 : d;
        }
        return made;
    }
    private static int[] product(int[] a, int[] b) {
        int[] made = new int[a.length + b.length + 1];
        for (int i = 0; i < a.length; i++) {
            int over = 0;
            for (int j = 0; j < b.length || over > 0; j++) {
                int d = made[i + j] + over + (j < b.length ? a[i] * b[j] : 0);
                made[i + j] = d % 10000;
                over = d / 10000;
            }
        }
        return made;
    }
    public BigInteger add(BigInteger other) {
        if (other.sign == 0) return this;
        if (sign == 0) return other;
        if (sign == other.sign) return new BigInteger(sign, sum(digits, other.digits));
        int by = compared(digits, other.digits);
        if (by == 0) return ZERO;
        return by > 0 ? new BigInteger(sign, difference(digits, other.digits)) : new BigInteger(other.sign, difference(other.digits, digits));
    }
    public BigInteger subtract(BigInteger other) { return add(other.negate()); }
    public BigInteger multiply(BigInteger other) { return sign == 0 || other.sign == 0 ? ZERO : new BigInteger(sign * other.sign, product(digits, other.digits)); }
    public String formatted(char kind, int digits) { return kind == 'd' ? toString() : null; }
    public BigInteger negate() { return sign == 0 ? this : new BigInteger(-sign, digits); }
    public BigInteger abs() { return sign < 0 ? negate() : this; }
    public int signum() { return sign; }
    public BigInteger[] divideAndRemainder(BigInteger other) {
        if (other.sign == 0) throw new ArithmeticException("BigInteger divide by zero");
        // Sixteen digits are a `long`.
        if (digits.length <= 4 && other.digits.length <= 4) return new BigInteger[] { valueOf(longValue() / other.longValue()), valueOf(longValue() % other.longValue()) };
        int[] made = new int[digits.length];
        BigInteger rest = ZERO, by = other.abs();
        for (int i = digits.length - 1; i >= 0; i--) {
            int[] next = new int[rest.digits.length + 1];
            next[0] = digits[i];
            for (int j = 0; j < rest.digits.length; j++) next[j + 1] = rest.digits[j];
            rest = new BigInteger(1, next);
            int low = 0, high = 9999;
            while (low < high) {
                int middle = (low + high + 1) / 2;
                if (by.multiply(valueOf(middle)).compareTo(rest) <= 0) low = middle; else high = middle - 1;
            }
            made[i] = low;
            rest = rest.subtract(by.multiply(valueOf(low)));
        }
        return new BigInteger[] { new BigInteger(sign * other.sign, made), sign < 0 ? rest.negate() : rest };
    }
    public BigInteger divide(BigInteger other) { return divideAndRemainder(other)[0]; }
    public BigInteger remainder(BigInteger other) { return divideAndRemainder(other)[1]; }
    public BigInteger mod(BigInteger other) {
        if (other.sign <= 0) throw new ArithmeticException("BigInteger: modulus not positive");
        BigInteger rest = remainder(other);
        return rest.sign < 0 ? rest.add(other) : rest;
    }
    public BigInteger pow(int n) {
        if (n < 0) throw new ArithmeticException("Negative exponent");
        BigInteger made = ONE, base = this;
        for (int left = n; left > 0; left = left / 2) { if (left % 2 == 1) made = made.multiply(base); if (left > 1) base = base.multiply(base); }
        return made;
    }
    public BigInteger modPow(BigInteger n, BigInteger by) {
        if (by.sign <= 0) throw new ArithmeticException("BigInteger: modulus not positive");
        if (n.sign < 0) throw new RacefreeRefusal("modPow with a negative exponent does not run");
        BigInteger made = ONE.mod(by), base = mod(by);
        for (BigInteger left = n; left.sign > 0; left = left.divide(TWO)) { if (left.digits[0] % 2 == 1) made = made.multiply(base).mod(by); base = base.multiply(base).mod(by); }
        return made;
    }
    public BigInteger gcd(BigInteger other) {
        BigInteger a = abs(), b = other.abs();
        while (b.sign != 0) { BigInteger rest = a.remainder(b); a = b; b = rest; }
        return a;
    }
    public BigInteger sqrt() {
        if (sign < 0) throw new ArithmeticException("Negative BigInteger");
        BigInteger low = ZERO, high = add(ONE);
        while (high.subtract(low).compareTo(ONE) > 0) { BigInteger middle = low.add(high).divide(TWO); if (middle.multiply(middle).compareTo(this) <= 0) low = middle; else high = middle; }
        return low;
    }
    public BigInteger min(BigInteger other) { return compareTo(other) < 0 ? this : other; }
    public BigInteger max(BigInteger other) { return compareTo(other) > 0 ? this : other; }
    public int compareTo(BigInteger other) { return sign != other.sign ? (sign < other.sign ? -1 : 1) : sign < 0 ? compared(other.digits, digits) : compared(digits, other.digits); }
    public boolean equals(Object other) { return other instanceof BigInteger && compareTo((BigInteger) other) == 0; }
    public long longValue() { long n = 0; for (int i = digits.length - 1; i >= 0; i--) n = n * 10000 + digits[i]; return sign < 0 ? -n : n; }
    public int intValue() { int n = 0; for (int i = digits.length - 1; i >= 0; i--) n = n * 10000 + digits[i]; return sign < 0 ? -n : n; }
    public double doubleValue() { return Double.parseDouble(toString()); }
    public float floatValue() { return Float.parseFloat(toString()); }
    public long longValueExact() { if (compareTo(valueOf(Long.MAX_VALUE)) > 0 || compareTo(valueOf(Long.MIN_VALUE)) < 0) throw new ArithmeticException("BigInteger out of long range"); return longValue(); }
    public int intValueExact() { if (compareTo(valueOf(Integer.MAX_VALUE)) > 0 || compareTo(valueOf(Integer.MIN_VALUE)) < 0) throw new ArithmeticException("BigInteger out of int range"); return intValue(); }
    // As the JDK's: of its words of 32 bits, the highest first.
    public int hashCode() {
        ArrayList<Integer> words = new ArrayList<>();
        BigInteger word = valueOf(4294967296L);
        for (BigInteger left = abs(); left.sign != 0; left = left.divide(word)) words.add(left.remainder(word).intValue());
        int h = 0;
        for (int i = words.size() - 1; i >= 0; i--) h = 31 * h + words.get(i);
        return h * sign;
    }
    public String toString() {
        if (sign == 0) return "0";
        StringBuilder all = new StringBuilder(sign < 0 ? "-" : "");
        all.append(digits[digits.length - 1]);
        for (int i = digits.length - 2; i >= 0; i--) { String s = "" + digits[i]; all.append("0000", 0, 4 - s.length()).append(s); }
        return all.toString();
    }
}
