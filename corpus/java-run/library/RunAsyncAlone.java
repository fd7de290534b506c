//! Nobody waits for a stage: it may be cut off by the end of the program
//! output: m | m / x | x / m
import java.util.concurrent.*;
public class RunAsyncAlone {
    public static void main(String[] args) {
        CompletableFuture.runAsync(() -> System.out.println("x"));
        System.out.println("m");
    }
}
