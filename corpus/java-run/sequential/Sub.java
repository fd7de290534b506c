//! Overriding, super, abstract classes
//! output: as java
class Worker extends Thread {
    private final int n; int sum;
    Worker(int n) { this.n = n; }
    public void run() { for (int i = 1; i <= n; i++) sum += i; }
}
public class Sub {
    public static void main(String[] args) throws InterruptedException {
        Worker w = new Worker(10);
        w.start(); w.join();
        System.out.println("sum = " + w.sum);
    }
}
