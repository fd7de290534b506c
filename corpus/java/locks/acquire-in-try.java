//! A finally may give back a permit that its try has not taken; what cannot fail, and comes first, is taken
//! check: EXP ASSIGN/guard-held @ 11, EXP ASSIGN/guard-held @ 18
import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    @GuardedBy("permit") private int n;

    // An interrupted acquire() gives back what another thread took.
    void interrupted() throws InterruptedException {
        try { permit.acquire(); n = 1; } finally { permit.release(); }
    }

    void leftBefore(boolean off) {
        try {
            if (off) return;
            permit.acquireUninterruptibly();
            n = 2;
        } finally { permit.release(); }
    }

    void good() {
        try { permit.acquireUninterruptibly(); n = 3; } finally { permit.release(); }
    }
}
