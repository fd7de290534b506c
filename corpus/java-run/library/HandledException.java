//! A handler takes the exception that its thread does not catch
//! output: worker: lost
public class HandledException {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new IllegalStateException("lost");
        }, "worker");
        t.setUncaughtExceptionHandler((thread, e) -> System.out.println(thread.getName() + ": " + e.getMessage()));
        t.start();
        t.join();
    }
}
