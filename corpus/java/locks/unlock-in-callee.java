//! A method that gives back the lock that its caller holds, and methods that end without a lock that they require
//! check: EXP ASSIGN/guard-held @ 11, JAVA ANNOTATION/kept @ 15, EXP ASSIGN/guard-held @ 28, EXP INVOKE/requires-held @ 38, EXP ASSIGN/guard-held @ 45
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock l = new ReentrantLock();
    @GuardedBy("l") private int n;

    @GuardedBy("l") private void pause() {
        n = 1; l.unlock();
        n = 2;
        l.lock(); n = 3;
    }

    @GuardedBy("l") private void release() {
        l.unlock();
    }

    private void open() { l.lock(); }
    private void close() { give(l); }
    private static void give(ReentrantLock some) { some.unlock(); }

    void closes() {
        l.lock();
        try {
            n = 1;
            close();
            n = 2;
            open();
        } finally { l.unlock(); }
    }

    void releases() {
        l.lock();
        try {
            pause();
            release();
            pause();
        } finally { l.lock(); l.unlock(); }
    }

    void ends() {
        l.lock();
        if (n == 0) close();
        n = 3;
        l.unlock();
    }
}
