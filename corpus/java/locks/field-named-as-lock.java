//! A field with the name that a lock has in the calculus is another lock
//! check: EXP ASSIGN/guard-held @ 11, EXP ASSIGN/guard-held @ 12, EXP ASSIGN/guard-held @ 15
import java.util.concurrent.locks.ReentrantLock;

/*# thread_shared */
class Gate extends ReentrantLock {
    final Object locked$ = new Object(), read$ = new Object();
    @GuardedBy("locked$") int n;
    @GuardedBy("this") int m;

    void bad() { this.lock(); try { n = 1; } finally { this.unlock(); } }
    void worse() { synchronized (read$) { n = 1; } }
    void good() { synchronized (locked$) { n = 1; } }
    void own() { this.lock(); try { m = 1; } finally { this.unlock(); } }
    void none() { synchronized (locked$) { m = 1; } }
}
