//! Two locks, two orders
//! exercise: repair
//! task: No money is lost, but two transfers can wait for each other for ever. Mend `transfer`, so that both come through in every schedule.
//! keep: Account.main
//! goal: race: none, deadlock: no, output "95 105"
//! hint: Which account does each of the two threads lock first?
//! hint: If all threads take the locks in one order, the one that holds the last lock waits for nobody. The accounts have numbers.
public class Account {
    final int number;
    int balance = 100;

    Account(int number) {
        this.number = number;
    }

    static void transfer(Account from, Account to, int x) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= x;
                to.balance += x;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(1), b = new Account(2);
        Thread t = new Thread(() -> transfer(a, b, 10)), u = new Thread(() -> transfer(b, a, 5));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a.balance);
        System.out.println(b.balance);
    }
}
