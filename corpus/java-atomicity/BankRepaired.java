//! A lock around both calls makes them one
//! Who holds the lock already takes it once more without a step.
//! atomicity: Account.deposit = (held this ? mover : atomic)
//! claims: ok
//! serializable: yes
class Account {
    private /*# guarded_by this */ int balance;

    synchronized int read() { return balance; }

    synchronized void write(int n) { balance = n; }

    /*# atomic */ synchronized void deposit(int n) { write(read() + n); }
}

class BankRepaired {
    public static void main(String[] args) throws InterruptedException {
        Account a = new Account();
        Thread t = new Thread(() -> a.deposit(10));
        Thread u = new Thread(() -> a.deposit(20));
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
