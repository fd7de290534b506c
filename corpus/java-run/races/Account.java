//! The account of the paper: one of two methods forgets the lock
//! race: Account.balance
//! output: -3 | 10 | 7
public class Account {
    private int balance = 0;

    public synchronized void deposit(int x) { balance = balance + x; }

    public void withdraw(int x) { balance = balance - x; }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account();
        Thread t = new Thread(() -> a.deposit(10));
        Thread u = new Thread(() -> a.withdraw(3));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a.balance);
    }
}
