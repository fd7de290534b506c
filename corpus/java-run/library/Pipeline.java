//! Futures that follow each other, one by one and together: what is done leaves no steps that others would wait for
//! output: x1 / 22 / q113+w119 / L | x1 / 22 / q113+w119 / R
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Pipeline {
    static int parse(String s) {
        if (s.startsWith("x")) throw new IllegalArgumentException(s);
        return Integer.parseInt(s);
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> parse("12"));
        CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> parse("x1")).exceptionally(e -> {
            System.out.println(e.getCause().getMessage());
            return -1;
        });
        System.out.println(a.thenCombine(b, Integer::sum).thenApply(x -> x * 2).get());
        List<CompletableFuture<String>> all = Stream.of("q", "w").map(s -> CompletableFuture.supplyAsync(() -> s + s.hashCode())).toList();
        CompletableFuture.allOf(all.toArray(new CompletableFuture[0])).join();
        System.out.println(all.stream().map(CompletableFuture::join).collect(Collectors.joining("+")));
        System.out.println(CompletableFuture.anyOf(CompletableFuture.supplyAsync(() -> "L"), CompletableFuture.supplyAsync(() -> "R")).get());
    }
}
