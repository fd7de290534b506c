//! Bank account, a client forgets the lock
//! source: Flanagan & Freund 2000, section 3.1
//! check: EXP INVOKE/requires-held @ 14
class Account {
    int balance /*# guarded_by this */ = 0;

    void deposit(int x) /*# requires this */ {
        balance = balance + x;
    }
}

class Client {
    void pay(Account a) {
        a.deposit(10);
    }
}
