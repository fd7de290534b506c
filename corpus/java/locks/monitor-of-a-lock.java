//! The monitor of a Lock is another lock
//! check: EXP ASSIGN/guard-held @ 10
import java.util.concurrent.locks.Lock;

class Counter {
    private final Lock lock = make();
    @GuardedBy("lock") private int n;

    void bad() {
        synchronized (lock) { n = 1; }
    }

    static native Lock make();
}
