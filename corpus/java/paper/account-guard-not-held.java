//! Bank account with a guard that nobody holds
//! source: Flanagan & Freund 2000, section 2.2
//! check: EXP ASSIGN/guard-held @ 8, EXP REF/guard-held @ 8
class Account {
    int balance /*# guarded_by this */ = 0;

    void deposit(int x) {
        this.balance = this.balance + x;
    }
}
