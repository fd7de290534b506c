//! What is done for each element of a parallel stream may happen in any order; the results are in theirs
//! output: a / b / [A, B] | b / a / [A, B]
import java.util.List;

public class ParallelWords {
    public static void main(String[] args) {
        List<String> words = List.of("a", "b");
        words.parallelStream().forEach(word -> System.out.println(word));
        System.out.println(words.parallelStream().map(word -> word.toUpperCase()).toList());
    }
}
