//! The handler of a thread comes before that of all
//! output: [own a, all b, late c] Thread[#3,main,5,main] 3
import java.util.ArrayList;
import java.util.List;

public class Handlers {
    private static final List<String> seen = new ArrayList<>();

    static class Failing extends Thread {
        Failing(String name) { super(name); }

        @Override
        public void run() { throw new IllegalStateException(getName()); }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> seen.add("all " + e.getMessage()));
        Thread a = new Failing("a");
        a.setUncaughtExceptionHandler((t, e) -> seen.add("own " + t.getName()));
        Thread b = new Failing("b");
        Thread c = new Thread(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((t, e) -> seen.add("late " + e.getMessage()));
            throw new IllegalArgumentException("c");
        });
        for (Thread t : List.of(a, b, c)) {
            t.start();
            t.join();
        }
        System.out.println(seen + " " + Thread.currentThread() + " " + Thread.currentThread().threadId());
        throw new IllegalStateException("main");
    }
}
