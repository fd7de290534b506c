//! Streams of numbers, of elements and of arrays run in the thread that consumes them; parallel ones do not
//! check: EXP INVOKE/requires-held @ 21, EXP INVOKE/requires-held @ 22, EXP INVOKE/requires-held @ 23
import java.util.Arrays;
import java.util.List;
import java.util.stream.*;

class Sink {
    @GuardedBy("this") private int total;

    @GuardedBy("this") void plus(int i) { total += i; }

    synchronized void now(String s, int[] all, List<String> list) {
        IntStream.range(0, 3).forEach(this::plus);
        IntStream.rangeClosed(0, 3).filter(i -> total > i).map(i -> i + total).forEach(i -> plus(i));
        Stream.of(1, 2).forEach(i -> plus(i));
        Arrays.stream(all).forEach(i -> plus(i));
        s.chars().forEach(i -> plus(i));
        LongStream.range(0, 3).forEach(i -> plus(1));
        list.stream().mapToInt(String::length).forEach(i -> plus(i));
        IntStream.of(1, 2).mapToObj(i -> s).forEach(t -> plus(1));
        IntStream.range(0, 3).parallel().forEach(i -> plus(i));
        Stream.of(1, 2).parallel().forEach(i -> plus(i));
        IntStream.range(0, 3).map(i -> i).parallel().forEach(i -> plus(i));
    }
}
