//! The function of a parallel `reduce` joins two halves at once, and counts its calls without a lock
//! race: ReduceCounts.calls
//! output: 10 2 | 10 3
import java.util.List;

public class ReduceCounts {
    static int calls;

    public static void main(String[] args) {
        int sum = List.of(1, 2, 3, 4).parallelStream().reduce((a, b) -> {
            calls++;
            return a + b;
        }).get();
        System.out.println(sum + " " + calls);
    }
}
