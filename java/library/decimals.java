// Decimal numbers: a whole number, and how many of its digits stand behind the point.
package java.math;

public enum RoundingMode { UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN, UNNECESSARY }
public class BigDecimal extends Number implements Comparable<BigDecimal>, RacefreeFormatted {
    public static final BigDecimal ZERO = new BigDecimal(BigInteger.ZERO, 0);
    public static final BigDecimal ONE = new BigDecimal(BigInteger.ONE, 0);
    public static final BigDecimal TWO = new BigDecimal(BigInteger.TWO, 0);
    public static final BigDecimal TEN = new BigDecimal(BigInteger.TEN, 0);
    private final BigInteger value;
    private final int scale;
    public BigDecimal(BigInteger value, int scale) { this.value = value; this.scale = scale; }
    public BigDecimal(BigInteger value) { this(value, 0); }
    public BigDecimal(int n) { this(BigInteger.valueOf(n), 0); }
    public BigDecimal(long n) { this(BigInteger.valueOf(n), 0); }
    public BigDecimal(double d) {
        if (d != d || d - d != 0.0) throw new NumberFormatException("Infinite or NaN");
        // A double is a whole number by a power of two.
        int halves = 0;
        double rest = d < 0 ? -d : d;
        while (rest != (double) (long) rest && rest < 4503599627370496.0) { rest = rest * 2.0; halves++; }
        if (rest >= 9007199254740992.0) throw new RacefreeRefusal("`new BigDecimal` of a double that is so large does not run: `BigDecimal.valueOf` does");
        value = BigInteger.valueOf(d < 0 ? -(long) rest : (long) rest).multiply(BigInteger.valueOf(5).pow(halves));
        scale = halves;
    }
    public BigDecimal(String text) {
        if (text.isEmpty()) throw new NumberFormatException("Index 0 out of bounds for length 0");
        int e = Math.max(text.indexOf('e'), text.indexOf('E')), power = 0;
        String number = e < 0 ? text : text.substring(0, e);
        if (e >= 0) power = Integer.parseInt(text.charAt(e + 1) == '+' ? text.substring(e + 2) : text.substring(e + 1));
        int point = number.indexOf('.');
        String digits = point < 0 ? number : number.substring(0, point) + number.substring(point + 1);
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (!Character.isDigit(c) && !(i == 0 && (c == '-' || c == '+') && digits.length() > 1)) throw new NumberFormatException("Character " + (c == '.' ? "array contains more than one decimal point." : c + " is neither a decimal digit number, decimal point, nor \"e\" notation exponential mark."));
        }
        value = new BigInteger(digits.charAt(0) == '+' ? digits.substring(1) : digits);
        scale = (point < 0 ? 0 : number.length() - point - 1) - power;
    }
    public static BigDecimal valueOf(long n) { return new BigDecimal(BigInteger.valueOf(n), 0); }
    public static BigDecimal valueOf(long n, int scale) { return new BigDecimal(BigInteger.valueOf(n), scale); }
    public static BigDecimal valueOf(double d) { return new BigDecimal(Double.toString(d)); }
    private static BigInteger ten(int n) { return BigInteger.TEN.pow(n); }
    private BigInteger at(int other) { return other <= scale ? value : value.multiply(ten(other - scale)); }
    public int scale() { return scale; }
    public int precision() { return value.signum() == 0 ? 1 : value.abs().toString().length(); }
    public int signum() { return value.signum(); }
    public BigInteger unscaledValue() { return value; }
    public BigDecimal add(BigDecimal d) { int s = Math.max(scale, d.scale); return new BigDecimal(at(s).add(d.at(s)), s); }
    public BigDecimal subtract(BigDecimal d) { int s = Math.max(scale, d.scale); return new BigDecimal(at(s).subtract(d.at(s)), s); }
    public BigDecimal multiply(BigDecimal d) { return new BigDecimal(value.multiply(d.value), scale + d.scale); }
    public BigDecimal negate() { return new BigDecimal(value.negate(), scale); }
    public BigDecimal abs() { return signum() < 0 ? negate() : this; }
    public BigDecimal pow(int n) {
        if (n < 0 || n > 999999999) throw new ArithmeticException("Invalid operation");
        return new BigDecimal(value.pow(n), scale * n);
    }
    private static BigInteger divided(BigInteger a, BigInteger b, RoundingMode mode) {
        BigInteger[] of = a.divideAndRemainder(b);
        if (of[1].signum() == 0) return of[0];
        int sign = a.signum() * b.signum(), half = of[1].abs().multiply(BigInteger.TWO).compareTo(b.abs());
        boolean up = switch (mode) {
            case UP -> true;
            case DOWN -> false;
            case CEILING -> sign > 0;
            case FLOOR -> sign < 0;
            case HALF_UP -> half >= 0;
            case HALF_DOWN -> half > 0;
            case HALF_EVEN -> half > 0 || half == 0 && of[0].remainder(BigInteger.TWO).signum() != 0;
            case UNNECESSARY -> throw new ArithmeticException("Rounding necessary");
        };
        return up ? of[0].add(BigInteger.valueOf(sign)) : of[0];
    }
    public BigDecimal setScale(int s) { return setScale(s, RoundingMode.UNNECESSARY); }
    public BigDecimal setScale(int s, RoundingMode mode) { return s >= scale ? new BigDecimal(at(s), s) : new BigDecimal(divided(value, ten(scale - s), mode), s); }
    public BigDecimal divide(BigDecimal d, RoundingMode mode) { return divide(d, scale, mode); }
    public BigDecimal divide(BigDecimal d, int s, RoundingMode mode) {
        if (d.signum() == 0) throw new ArithmeticException(signum() == 0 ? "Division undefined" : "Division by zero");
        int more = s - scale + d.scale;
        return new BigDecimal(more >= 0 ? divided(value.multiply(ten(more)), d.value, mode) : divided(value, d.value.multiply(ten(-more)), mode), s);
    }
    public BigDecimal divide(BigDecimal d) {
        int wanted = scale - d.scale;
        if (d.signum() == 0) throw new ArithmeticException(signum() == 0 ? "Division undefined" : "Division by zero");
        if (signum() == 0) return new BigDecimal(BigInteger.ZERO, wanted);
        BigInteger rest = d.value.abs().divide(value.gcd(d.value)), five = BigInteger.valueOf(5);
        int twos = 0, fives = 0;
        while (rest.remainder(BigInteger.TWO).signum() == 0) { rest = rest.divide(BigInteger.TWO); twos++; }
        while (rest.remainder(five).signum() == 0) { rest = rest.divide(five); fives++; }
        if (!rest.equals(BigInteger.ONE)) throw new ArithmeticException("Non-terminating decimal expansion; no exact representable decimal result.");
        int more = Math.max(twos, fives);
        return new BigDecimal(value.multiply(ten(more)).divide(d.value), wanted + more);
    }
    public BigDecimal divideToIntegralValue(BigDecimal d) {
        int wanted = scale - d.scale;
        BigDecimal whole = divide(d, 0, RoundingMode.DOWN);
        if (whole.signum() == 0) return new BigDecimal(BigInteger.ZERO, wanted);
        return wanted >= 0 ? whole.setScale(wanted) : whole.stripped(wanted);
    }
    public BigDecimal remainder(BigDecimal d) { return subtract(divideToIntegralValue(d).multiply(d)); }
    public BigDecimal stripTrailingZeros() { return signum() == 0 ? ZERO : stripped(Integer.MIN_VALUE); }
    private BigDecimal stripped(int least) {
        BigDecimal made = this;
        while (made.scale > least && made.value.remainder(BigInteger.TEN).signum() == 0) made = new BigDecimal(made.value.divide(BigInteger.TEN), made.scale - 1);
        return made;
    }
    public String formatted(char kind, int digits) { return kind == 'f' ? setScale(digits, RoundingMode.HALF_UP).toPlainString() : null; }
    public BigDecimal max(BigDecimal d) { return compareTo(d) >= 0 ? this : d; }
    public BigDecimal min(BigDecimal d) { return compareTo(d) <= 0 ? this : d; }
    public BigInteger toBigInteger() { return scale <= 0 ? at(0) : value.divide(ten(scale)); }
    public long longValue() { return toBigInteger().longValue(); }
    public int intValue() { return toBigInteger().intValue(); }
    public int intValueExact() { return setScale(0).value.intValueExact(); }
    public long longValueExact() { return setScale(0).value.longValueExact(); }
    public double doubleValue() { return Double.parseDouble(toString()); }
    public float floatValue() { return Float.parseFloat(toString()); }
    public int compareTo(BigDecimal d) { int s = Math.max(scale, d.scale); return at(s).compareTo(d.at(s)); }
    public boolean equals(Object o) { return o instanceof BigDecimal d && d.scale == scale && d.value.equals(value); }
    public int hashCode() { return 31 * value.hashCode() + scale; }
    public String toPlainString() {
        String digits = value.abs().toString(), sign = signum() < 0 ? "-" : "";
        if (scale <= 0) return signum() == 0 ? "0" : sign + digits + "0".repeat(-scale);
        String all = digits.length() > scale ? digits : "0".repeat(scale - digits.length() + 1) + digits;
        return sign + all.substring(0, all.length() - scale) + "." + all.substring(all.length() - scale);
    }
    public String toString() {
        String digits = value.abs().toString();
        int power = digits.length() - 1 - scale;
        if (scale >= 0 && power >= -6) return toPlainString();
        String number = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return (signum() < 0 ? "-" : "") + number + (power == 0 ? "" : "E" + (power > 0 ? "+" : "") + power);
    }
}
