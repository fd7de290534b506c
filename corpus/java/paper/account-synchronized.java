//! Bank account that locks itself
//! source: Flanagan & Freund 2000, section 3.1
//! check: ok
class Account {
    int balance /*# guarded_by this */ = 0;

    void deposit(int x) {
        synchronized (this) {
            balance = balance + x;
        }
    }

    synchronized int total() {
        return balance;
    }

    static void main(String[] args) {
        Account a = new Account();
        new Thread(() -> a.deposit(10)).start();
        new Thread(() -> a.deposit(10)).start();
    }
}
