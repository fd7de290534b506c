//! Streams of numbers and words
//! output: as java
import java.util.*;
import java.util.stream.*;

public class Pipelines {
    public static void main(String[] args) {
        List<Integer> nums = Arrays.asList(5, 3, 8, 1, 9, 2);
        System.out.println(nums.stream().filter(n -> n % 2 == 1).map(n -> n * n).collect(Collectors.toList()));
        System.out.println(nums.stream().mapToInt(Integer::intValue).sum());
        System.out.println(IntStream.rangeClosed(1, 5).sum() + " " + IntStream.range(0, 5).boxed().collect(Collectors.toList()));
        System.out.println(nums.stream().sorted().map(String::valueOf).collect(Collectors.joining(", ", "[", "]")));
        System.out.println(nums.stream().max(Integer::compare).get() + " " + nums.stream().min(Comparator.naturalOrder()).get());
        List<String> words = List.of("apple", "kiwi", "fig", "banana");
        words.stream().sorted(Comparator.comparing(String::length)).forEach(System.out::println);
        System.out.println(words.stream().anyMatch(w -> w.startsWith("k")) + " " + words.stream().allMatch(w -> w.length() > 3));
        System.out.println(words.stream().mapToInt(String::length).average().getAsDouble());
        System.out.println(words.stream().reduce("", (a, b) -> a + b.charAt(0)));
        System.out.println(words.stream().count() + " " + words.stream().skip(1).limit(2).toList());
        System.out.println(Stream.of(1, 2, 2, 3).distinct().count());
        System.out.println(words.stream().collect(Collectors.groupingBy(String::length)));
        int fact = IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b);
        System.out.println(fact);
    }
}
