//! Threads without a name are numbered in the order in which they are made
//! output: main / Thread-0 / mine
public class ThreadNames {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> System.out.println(Thread.currentThread().getName()));
        Thread u = new Thread(() -> System.out.println(Thread.currentThread().getName()), "mine");
        System.out.println(Thread.currentThread().getName());
        t.start();
        t.join();
        u.start();
        u.join();
    }
}
