//! Stages that run elsewhere, one behind the other
//! output: 3 / seen 3 / 7
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

public class AsyncStages {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        CompletableFuture<Integer> one = CompletableFuture.completedFuture(1);
        CompletableFuture<Integer> three = one.thenCombineAsync(CompletableFuture.completedFuture(2), (x, y) -> x + y);
        System.out.println(three.get());
        three.whenCompleteAsync((x, e) -> System.out.println("seen " + x)).join();
        CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new RuntimeException("no"));
        System.out.println(failed.exceptionallyAsync(e -> 7).join());
    }
}
