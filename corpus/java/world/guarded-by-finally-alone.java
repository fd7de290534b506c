//! What finally unlocks is locked before, where only annotations are checked
//! option: --profile guarded-by
//! check: EXP ASSIGN/guard-held @ 13
import java.util.concurrent.locks.Lock;

class Counter {
    Lock lock;
    @GuardedBy("lock") int n;

    void good() {
        try { n = 1; } finally { lock.unlock(); }
    }
    void bad() { n = 2; }
}
