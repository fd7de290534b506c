//! Who comes too late to complete a future may run what follows it
//! output: callback | callback / completed | completed / callback
import java.util.concurrent.*;
public class CompletedTwice {
    public static void main(String[] a) throws Exception {
        CompletableFuture<String> c = new CompletableFuture<>();
        c.thenAccept(s -> System.out.println("callback"));
        Thread t = new Thread(() -> { if (c.complete("t")) System.out.println("completed"); });
        Thread u = new Thread(() -> c.complete("u"));
        t.start(); u.start(); t.join(); u.join();
    }
}
