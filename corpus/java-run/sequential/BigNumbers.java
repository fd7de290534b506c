//! Whole numbers of any size
//! output: as java
import java.math.BigInteger;

public class BigNumbers {
    static BigInteger factorial(int n) {
        BigInteger made = BigInteger.ONE;
        for (int i = 2; i <= n; i++) made = made.multiply(BigInteger.valueOf(i));
        return made;
    }

    public static void main(String[] args) {
        System.out.println(factorial(30));
        BigInteger a = new BigInteger("-123456789012345678901234567890"), b = BigInteger.valueOf(987654321987L);
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b));
        System.out.println(a.divide(b) + " " + a.remainder(b) + " " + a.mod(b));
        System.out.println(b.pow(5) + " " + b.negate().pow(3) + " " + BigInteger.TWO.pow(100));
        System.out.println(a.compareTo(b) + " " + a.equals(new BigInteger("-123456789012345678901234567890")) + " " + a.signum());
        System.out.println(a.hashCode() + " " + b.hashCode() + " " + BigInteger.ZERO.hashCode());
        System.out.println(a.gcd(BigInteger.valueOf(30)) + " " + a.abs().sqrt() + " " + b.max(a) + " " + b.min(a));
        System.out.println(BigInteger.valueOf(Long.MIN_VALUE) + " " + BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE).longValue() + " " + a.intValue());
        System.out.println(BigInteger.valueOf(7).modPow(BigInteger.valueOf(560), BigInteger.valueOf(561)) + " " + BigInteger.TEN);
        BigInteger x = BigInteger.ZERO, y = BigInteger.ONE;
        for (int i = 0; i < 100; i++) {
            BigInteger next = x.add(y);
            x = y;
            y = next;
        }
        System.out.println(x + " " + new BigInteger("000120") + " " + new BigInteger("+5") + " " + x.doubleValue());
        try {
            x.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigInteger("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            x.longValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
