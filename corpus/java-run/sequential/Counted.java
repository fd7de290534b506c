//! Elements that nobody has to look at to count them
//! output: as java
import java.util.*;
import java.util.stream.*;
public class Counted {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 2).peek(x -> System.out.println("p")).count());
        System.out.println(List.of(1, 2).stream().map(x -> { System.out.println("q"); return x; }).sorted().count());
        System.out.println(List.of(1, 2).stream().filter(x -> x > 0).peek(x -> System.out.println("r")).count());
        System.out.println(Stream.of("a", "b").peek(System.out::println).mapToInt(String::length).count());
        System.out.println(LongStream.rangeClosed(1, 3).boxed().count());
    }
}
