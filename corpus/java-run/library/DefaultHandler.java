//! An exception that no thread catches goes to the handler of all threads
//! output: died: spent / end
public class DefaultHandler {
    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("died: " + e.getMessage()));
        Thread t = new Thread(() -> { throw new IllegalStateException("spent"); });
        t.start();
        t.join();
        System.out.println("end");
    }
}
