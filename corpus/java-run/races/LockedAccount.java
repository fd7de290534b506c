//! The account of the paper: every access under the lock
//! output: 7
public class LockedAccount {
    private int balance = 0;

    public synchronized void deposit(int x) { balance = balance + x; }

    public synchronized void withdraw(int x) { balance = balance - x; }

    public synchronized int balance() { return balance; }

    public static void main(String[] args) throws InterruptedException {
        LockedAccount a = new LockedAccount();
        Thread t = new Thread(() -> a.deposit(10));
        Thread u = new Thread(() -> a.withdraw(3));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a.balance());
    }
}
