//! CompletableFuture chains
//! output: 10
import java.util.concurrent.*;

public class Combined {
    public static void main(String[] a) {
        System.out.println(CompletableFuture.supplyAsync(() -> 4).thenApply(x -> x + 1).thenCombine(CompletableFuture.supplyAsync(() -> 2), (x, y) -> x * y).join());
    }
}
