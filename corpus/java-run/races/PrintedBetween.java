//! What is printed orders nothing
//! race: PrintedBetween.n
//! output: a / b | b / a
public class PrintedBetween {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { n = 1; System.out.println("a"); });
        t.start();
        System.out.println("b");
        n = 2;
        t.join();
    }
}
