//! A CompletableFuture of another thread
//! output: 21
import java.util.concurrent.CompletableFuture;

public class Completable {
    public static void main(String[] args) {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 20);
        System.out.println(f.join() + 1);
    }
}
