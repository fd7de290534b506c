//! The handler of all threads gets what `main` throws, too
//! output: main m
public class HandlerOfMain {
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e.getMessage()));
        throw new RuntimeException("m");
    }
}
