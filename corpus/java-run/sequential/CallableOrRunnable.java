//! A lambda whose body is a call is a task with a result if the method has one
//! output: as java
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CallableOrRunnable {
    static String take(Runnable r) { return "runnable"; }
    static String take(Callable<?> c) { return "callable"; }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService one = Executors.newSingleThreadExecutor();
        StringBuilder text = new StringBuilder("ab");
        List<String> list = new ArrayList<>();
        Future<String> name = one.submit(() -> "x".concat("y").toUpperCase());
        System.out.println(name.get() + " " + one.submit(() -> "abc".length()).get() + " " + one.submit(() -> text.append("c").length()).get());
        System.out.println(one.submit(() -> list.add("a")).get() + " " + one.submit(() -> list.clear()).get());
        System.out.println(one.submit(() -> Thread.currentThread().isDaemon()).get());
        System.out.println(take(() -> text.reverse()) + " " + take(() -> list.clear()) + " " + take(() -> text.toString().trim()) + " " + take(() -> System.out.println()));
        one.shutdown();
    }
}
