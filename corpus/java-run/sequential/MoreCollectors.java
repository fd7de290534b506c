//! Collectors that reduce and sum up
//! output: as java
import java.util.*;
import java.util.stream.*;

public class MoreCollectors {
    record Item(String name, int count, double price) {}

    public static void main(String[] args) {
        List<Item> all = List.of(new Item("a", 2, 1.5), new Item("b", 5, 0.25), new Item("c", 1, 10));
        System.out.println(Stream.of(1, 2, 3).collect(Collectors.reducing(0, x -> x * x, Integer::sum)));
        System.out.println(all.stream().collect(Collectors.summarizingInt(Item::count)));
        System.out.println(all.stream().collect(Collectors.summarizingDouble(Item::price)).getAverage());
        System.out.println(all.stream().map(Item::name).collect(Collectors.toUnmodifiableSet()).size());
        String both = all.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.averagingInt(Item::count), (n, a) -> n + " " + a));
        System.out.println(both);
        System.out.println(all.stream().collect(Collectors.groupingBy(i -> i.count() > 1, Collectors.reducing(0.0, Item::price, Double::sum))));
    }
}
