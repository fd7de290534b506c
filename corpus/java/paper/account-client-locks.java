//! Bank account, the client locks
//! source: Flanagan & Freund 2000, section 3.1
//! check: ok
class Account {
    int balance /*# guarded_by this */ = 0;

    void deposit(int x) /*# requires this */ {
        balance = balance + x;
    }
}

class Client {
    void pay(Account a) {
        synchronized (a) {
            a.deposit(10);
        }
    }
}
