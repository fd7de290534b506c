//! Rows of numbers at random with a seed are those of the JDK
//! output: -1155484576 4 7 1327362106 / -8292973307042192125 30 11 145530130990 / 0.984841540199809 2.1979562946812004 0.8824983589642288 0.27495396 false / [88, 103, -1, 32, -10, -88, 51] / [2, 4, 1, 5, 3] / -1170105035 3 6 205897768 / 5694868678511409995 98 26 554834451717 / 0.36878291341130565 0.6893701736042559 -0.07269284838169332 0.78290176 true / [-15, 16, 89, -21, 111, -68, -26] / [1, 4, 3, 5, 2] / 1155869324 3 5 -232591881 / -8826958116857042465 72 1 750950513475 / 0.8997581597647245 0.4308081994798596 0.1738148071431853 0.5676373 false / [-17, 88, -45, 90, 18, -64, 46] / [2, 3, 5, 4, 1] / 1155099827 5 8 1788588954 / 7365572370171403210 36 27 354239094931 / 0.6900971043546824 2.256541012201581 0.4630562245615759 0.35120463 true / [-50, -65, 73, 116, 48, -113, 40] / [2, 3, 4, 5, 1] / bound must be positive
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

public class SeededRows {
    public static void main(String[] args) {
        for (long seed : new long[] { 0L, 42L, -7L, Long.MAX_VALUE }) {
            Random r = new Random(seed);
            System.out.println(r.nextInt() + " " + r.nextInt(6) + " " + r.nextInt(5, 9) + " " + r.nextInt(-1000000000, 2000000000));
            System.out.println(r.nextLong() + " " + r.nextLong(100) + " " + r.nextLong(64) + " " + r.nextLong(5, 1000000000000L));
            System.out.println(r.nextDouble() + " " + r.nextDouble(2.5) + " " + r.nextDouble(-1, 1) + " " + r.nextFloat() + " " + r.nextBoolean());
            byte[] bytes = new byte[7];
            r.nextBytes(bytes);
            System.out.println(Arrays.toString(bytes));
            List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4, 5));
            Collections.shuffle(numbers, r);
            System.out.println(numbers);
        }
        try {
            new Random(1).nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
