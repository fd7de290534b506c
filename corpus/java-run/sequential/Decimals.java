//! Decimal numbers: scales, rounding, and texts
//! output: 0 0 0 1 0 0 0 0 / 0.00 0.00 2 1 0 0 2 0 / 12.50 12.50 2 4 1250 1 38752 12.5 / -3.1400 -3.1400 4 5 -31400 -1 -973396 -3.14 / 1E+5 100000 -5 1 1 1 26 1E+5 / 2.5E-9 0.0000000025 10 2 25 1 785 2.5E-9 / 7 7 0 1 7 1 217 7 / 0.000001 0.000001 6 1 1 1 37 0.000001 / 1E-7 0.0000001 7 1 1 1 38 1E-7 / -1E+3 -1000 -3 1 -1 -1 -34 -1E+3 / 12.25 12.25 2 4 1225 1 37977 12.25 / 19.99 19.99 2 4 1999 1 61971 19.99 / 0.125 0.125 3 3 125 1 3878 0.125 / -2.5 -2.5 1 2 -25 -1 -774 -2.5 / 1234 1234 0 4 1234 1 38254 1234 / 6.75 6.75 2 3 675 1 20927 6.75 / 13.75 13.75 2 4 1375 1 42627 13.75 / -35.875 -35.875 3 5 -35875 -1 -1112122 -35.875 / -10.25 -10.25 2 4 -1025 -1 -31773 -10.25 / 3.5 3.5 1 2 35 1 1086 3.5 / 1076.890625 1076.890625 6 10 1076890625 1 -976128987 1076.890625 / 3.25 3.25 2 3 325 1 10077 3.25 / -3.5 -3.5 1 2 -35 -1 -1084 -3.5 / 10.25 10.25 2 4 1025 1 31777 10.25 / -3.5 -3.5 1 2 -35 -1 -1084 -3.5 / -2.0 -2.0 1 2 -20 -1 -619 -2 / 3 4.100, -2 -9.319, 2 6.834, 2 4.100, -1 -9.318, 1 6.833, 3 4.100, -1 -9.318, 2 6.834, 2 4.100, -2 -9.319, 1 6.833, 3 4.100, -1 -9.318, 2 6.833, 2 4.100, -1 -9.318, 1 6.833, 2 4.100, -1 -9.318, 2 6.833, Rounding necessary, Rounding necessary, Rounding necessary,  / 2.5625 2.5625 4 5 25625 1 794379 2.5625 / 2.0E+2 200 -1 2 20 1 619 2E+2 / 0.50 0.50 2 2 50 1 1552 0.5 / 400 400 0 3 400 1 12400 4E+2 / Non-terminating decimal expansion; no exact representable decimal result. / Division by zero / 2.35;2.50;  -1.235;1,234,567.0;1048576;+1,048,576 / false 0 10 -3 -3.5 11 2.00 / Character x is neither a decimal digit number, decimal point, nor "e" notation exponential mark.
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

public class Decimals {
    private static void show(BigDecimal d) {
        System.out.println(d + " " + d.toPlainString() + " " + d.scale() + " " + d.precision() + " " + d.unscaledValue() + " " + d.signum() + " " + d.hashCode() + " " + d.stripTrailingZeros());
    }

    public static void main(String[] args) {
        String[] texts = { "0", "-0.00", "12.50", "-3.1400", "1e5", "2.5E-9", "+7", "0.000001", "0.0000001", "-1E+3" };
        for (String text : texts) show(new BigDecimal(text));
        show(BigDecimal.valueOf(12.25));
        show(BigDecimal.valueOf(1999, 2));
        show(new BigDecimal(0.125));
        show(new BigDecimal(-2.5));
        show(new BigDecimal(1234));
        BigDecimal a = new BigDecimal("10.25"), b = new BigDecimal("-3.5");
        for (BigDecimal d : new BigDecimal[] { a.add(b), a.subtract(b), a.multiply(b), a.negate(), b.abs(), a.pow(3), a.remainder(b), b.remainder(a), a.max(b), a.min(b), a.divideToIntegralValue(b) }) show(d);
        for (RoundingMode mode : RoundingMode.values())
            for (String text : new String[] { "2.5", "-1.1", "1.50" })
                try {
                    System.out.print(new BigDecimal(text).setScale(0, mode) + " " + a.divide(new BigDecimal(text), 3, mode) + ", ");
                } catch (ArithmeticException e) {
                    System.out.print(e.getMessage() + ", ");
                }
        System.out.println();
        show(a.divide(new BigDecimal("4")));
        show(new BigDecimal("100").divide(new BigDecimal("0.5")));
        show(new BigDecimal("1.00").divide(new BigDecimal("2")));
        show(new BigDecimal("600").divide(new BigDecimal("1.50"), RoundingMode.HALF_UP));
        for (String text : new String[] { "3", "0" })
            try {
                System.out.println(BigDecimal.ONE.divide(new BigDecimal(text)));
            } catch (ArithmeticException e) {
                System.out.println(e.getMessage());
            }
        System.out.println(String.format("%.2f;%s;%8.3f;%,.1f;%d;%+,d", new BigDecimal("2.345"), new BigDecimal("2.50"), new BigDecimal("-1.23456"), new BigDecimal("1234567"), BigInteger.TWO.pow(20), BigInteger.TWO.pow(20)));
        System.out.println(a.equals(new BigDecimal("10.250")) + " " + a.compareTo(new BigDecimal("10.250")) + " " + a.intValue() + " " + b.longValue() + " " + b.doubleValue() + " " + BigDecimal.TEN.add(BigDecimal.ONE) + " " + new BigDecimal(BigInteger.TWO).setScale(2));
        try {
            new BigDecimal("1x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
