//! Parallel streams: halves that are joined, and containers of their own
//! output: as java
import java.util.*;
import java.util.stream.*;
public class Halves {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 4).parallel().reduce(0, (a, b) -> a - b));
        System.out.println(Stream.of("a", "b", "c").parallel().reduce("x", (a, b) -> a + b));
        System.out.println(LongStream.rangeClosed(1, 4).parallel().reduce(1L, (a, b) -> a * b));
        System.out.println(Arrays.asList(1, 2, 3).parallelStream().reduce(10, Integer::sum));
        System.out.println(Arrays.asList(1, 2, 3).parallelStream().filter(n -> n > 1).reduce(10, Integer::sum));
        System.out.println(Arrays.asList(5, 2, 3).parallelStream().filter(n -> n > 1).reduce((a, b) -> a - b).get());
        System.out.println(Stream.of("a", "b", "c").parallel().collect(StringBuilder::new, StringBuilder::append, StringBuilder::append).toString());
        System.out.println(Stream.of("a", "b", "c").collect(ArrayList::new, ArrayList::add, ArrayList::addAll).toString());
        System.out.println(IntStream.range(0, 3).parallel().mapToDouble(n -> n / 2.0).sum());
        System.out.println(Stream.iterate(1, n -> n * 2).parallel().limit(3).map(n -> n + 1).collect(Collectors.toList()));
        System.out.println(DoubleStream.of(1, 2).parallel().map(d -> d * 2).boxed().collect(Collectors.toList()));
        System.out.println(IntStream.range(0, 3).flatMap(n -> IntStream.range(0, n)).sum());
        System.out.println(LongStream.of(3, 4).summaryStatistics());
        System.out.println(Stream.of("bb", "a").parallel().sorted().toList());
        Collector<String, StringBuilder, String> c = Collector.of(StringBuilder::new, StringBuilder::append, (a, b) -> a.append("|").append(b), StringBuilder::toString);
        System.out.println(Stream.of("p", "q", "r").parallel().collect(c));
        System.out.println(Stream.of("p", "q", "r").collect(c));
        System.out.println(Stream.of(1, 2, 3).parallel().collect(Collectors.groupingByConcurrent(n -> n % 2, Collectors.counting())));
        System.out.println(IntStream.range(0, 4).collect(ArrayList::new, ArrayList::add, ArrayList::addAll).toString());
    }
}
