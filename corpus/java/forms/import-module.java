//! An import of a module
//! check: EXP ASSIGN/guard-held @ 9
import module java.base;

class Account {
    final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") int balance;
    void good() { lock.lock(); try { balance = 1; } finally { lock.unlock(); } }
    void bad() { balance = 2; }
}
