//! What a loop runs over is worked out once, before the first turn
//! output: 14 3 / 6 / 18 / Cannot read the array length because "<local5>" is null
import java.util.List;

public class EachOnce {
    private static int asked;

    private static int[] numbers() {
        asked++;
        return new int[] { 1, 2, 3 };
    }

    private static List<String> texts() {
        asked++;
        return List.of("a", "b");
    }

    private static int[][] grid() {
        asked++;
        return new int[][] { { 1, 2 }, { 3 } };
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int n : numbers()) sum += n;
        for (String s : texts()) sum += s.length();
        for (int[] row : grid()) for (int n : row) sum += n;
        System.out.println(sum + " " + asked);
        int[] a = { 1, 2, 3 };
        sum = 0;
        for (int n : a) {
            a = new int[] { 7, 7, 7 };
            sum += n;
        }
        System.out.println(sum);
        int[] b = { 1, 2, 3 };
        for (int n : b) {
            b[2] = 9;
            sum += n;
        }
        System.out.println(sum);
        int[] none = null;
        try {
            for (int n : none) sum += n;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
