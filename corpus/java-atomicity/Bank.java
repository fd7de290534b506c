//! Two synchronized calls are two steps
//! Another deposit comes between the read and the write, and its money is lost.
//! atomicity: Account.deposit = (held this ? mover : cmpd), Account.read = (held this ? mover : atomic)
//! claims: ATOM BLOCK/claim @ 13
//! serializable: no
class Account {
    private /*# guarded_by this */ int balance;

    synchronized int read() { return balance; }

    synchronized void write(int n) { balance = n; }

    /*# atomic */ void deposit(int n) { write(read() + n); }
}

class Bank {
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
