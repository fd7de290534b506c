//! Collectors, and streams that end
//! output: as java
import java.util.*;
import java.util.stream.*;

public class Gathered {
    record Person(String name, int age, String city) {}
    public static void main(String[] args) {
        List<Person> ps = List.of(new Person("Ann", 30, "Rome"), new Person("Bob", 25, "Oslo"), new Person("Cid", 35, "Rome"), new Person("Dee", 25, "Bern"));
        System.out.println(ps.stream().map(Person::name).toList());
        System.out.println(ps.stream().filter(p -> p.age() > 26).mapToInt(Person::age).sum());
        TreeMap<String, Long> per = ps.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.counting()));
        System.out.println(per);
        System.out.println(ps.stream().sorted(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder())).map(Person::name).collect(Collectors.joining("-")));
        System.out.println(ps.stream().collect(Collectors.partitioningBy(p -> p.age() < 30)).get(true).size());
        System.out.println(ps.stream().collect(Collectors.toMap(Person::name, Person::age)).get("Cid"));
        System.out.println(ps.stream().mapToInt(Person::age).max().getAsInt() + " " + ps.stream().collect(Collectors.averagingInt(Person::age)));
        System.out.println(ps.stream().map(Person::city).distinct().count() + " " + ps.stream().map(Person::city).collect(Collectors.toSet()).size());
        System.out.println(IntStream.iterate(1, i -> i * 2).limit(8).mapToObj(Integer::toString).collect(Collectors.joining(",")));
        System.out.println(Stream.iterate(1, x -> x < 50, x -> x * 3).map(String::valueOf).toList());
        System.out.println(Arrays.stream(new int[]{3, 1, 2}).map(x -> x * 10).sorted().boxed().toList());
        System.out.println(Stream.of("b", "a", "c").sorted(Comparator.reverseOrder()).findFirst().get());
        System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).mapToInt(i -> i).summaryStatistics());
        System.out.println("hello world".chars().mapToObj(c -> (char) c).filter(Character::isLetter).map(c -> "" + c).collect(Collectors.joining()));
        System.out.println(Arrays.stream("d a c".split(" ")).sorted().collect(Collectors.toList()));
        System.out.println(IntStream.range(0, 20).filter(i -> i % 7 == 0).boxed().map(i -> i + "!").reduce("", String::concat));
        System.out.println(DoubleStream.of(1.5, 2.5).sum() + " " + IntStream.of(1, 2, 3).average().orElse(0));
        Object[] arr = Stream.of(1, 2).toArray();
        Integer[] ia = Stream.of(3, 4).toArray(Integer[]::new);
        int[] sq = IntStream.rangeClosed(1, 4).map(i -> i * i).toArray();
        System.out.println(arr.length + ia[1] + Arrays.toString(sq));
        IntStream.range(0, 3).forEach(i -> System.out.print(i));
        System.out.println();
        System.out.println(Stream.of(5, 3, 8).peek(x -> System.out.print("<" + x + ">")).noneMatch(x -> x > 10) + " " + Stream.generate(() -> "z").limit(3).collect(Collectors.joining()));
    }
}
