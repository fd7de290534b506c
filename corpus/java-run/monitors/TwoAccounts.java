//! Two transfers in opposite directions: each holds one account and wants the other
//! deadlock: yes
//! output:  | 95 105
public class TwoAccounts {
    int balance = 100;

    static void transfer(TwoAccounts from, TwoAccounts to, int x) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= x;
                to.balance += x;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TwoAccounts a = new TwoAccounts(), b = new TwoAccounts();
        Thread t = new Thread(() -> transfer(a, b, 10)), u = new Thread(() -> transfer(b, a, 5));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a.balance + " " + b.balance);
    }
}
