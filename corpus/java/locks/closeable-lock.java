//! A resource that holds a lock until it is closed
//! check: EXP ASSIGN/guard-held @ 10
import java.util.concurrent.locks.ReentrantLock;

class Poller {
    private final CloseableLock lock = new CloseableLock();
    @GuardedBy("lock") private int failures;

    void poll() { try (CloseableLock.Guard g = lock.open()) { failures = 1; } }
    void bad() { failures = 0; }

    /*# thread_shared */
    static class CloseableLock extends ReentrantLock {
        Guard open() { this.lock(); return new Guard(); }

        class Guard implements AutoCloseable {
            @Override public void close() { CloseableLock.this.unlock(); }
        }
    }
}
