//! A parallel stream that adds to a variable has a race; `sum` has none
//! race: ParallelSum.total
//! output: 1 3 | 2 3 | 3 3
import java.util.stream.IntStream;

public class ParallelSum {
    static int total;

    public static void main(String[] args) {
        IntStream.rangeClosed(1, 2).parallel().forEach(n -> total += n);
        System.out.println(total + " " + IntStream.rangeClosed(1, 2).parallel().map(n -> n).sum());
    }
}
