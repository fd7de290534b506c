//! An executor that takes nothing any more is the exception of the stage
//! output: EE RejectedExecutionException
import java.util.concurrent.*;
public class RejectedStage {
    public static void main(String[] a) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(1);
        CompletableFuture<String> f = new CompletableFuture<>();
        CompletableFuture<String> g = f.thenApplyAsync(s -> s, ex);
        ex.shutdown();
        f.complete("s");
        try { System.out.println(g.get()); }
        catch (ExecutionException e) { System.out.println("EE " + e.getCause().getClass().getSimpleName()); }
    }
}
