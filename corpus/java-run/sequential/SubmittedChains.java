//! A lambda that is a call is a Callable if the call has a result, whatever stands in front of its dot
//! output: as java
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;
public class SubmittedChains {
    static <T> T id(T t) { return t; }
    static String which(Runnable r) { return "runnable"; }
    static <T> String which(Callable<T> c) { return "callable"; }
    public static void main(String[] args) throws Exception {
        int[] a = {1, 2, 3};
        List<String> l = List.of("a", "b");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        System.out.println(pool.submit(() -> Arrays.stream(a).sum()).get());
        System.out.println(pool.submit(() -> new StringBuilder("a").append(1).toString()).get());
        System.out.println(pool.submit(() -> new ArrayList<>(l).get(0)).get());
        System.out.println(pool.submit(() -> id("x").length()).get());
        System.out.println(pool.submit(() -> IntStream.range(0, 2).boxed().collect(Collectors.toList()).size()).get());
        System.out.println(pool.submit(() -> new ArrayList<>(l).clear()).get());
        pool.shutdown();
        System.out.println(which(() -> id(l).size()) + " " + which(() -> id(System.out).println()) + " " + which(() -> l.stream().map(s -> s + "!").toList().get(0).length()));
    }
}
