//! An explicit lock that nested code gives back is not held behind that
//! check: EXP ASSIGN/guard-held @ 12, EXP ASSIGN/guard-held @ 19, EXP ASSIGN/guard-held @ 27, EXP ASSIGN/guard-held @ 37, EXP REF/guard-held @ 48, EXP ASSIGN/guard-held @ 58, EXP ASSIGN/guard-held @ 68
import java.util.concurrent.locks.ReentrantLock;

class Counter {
    private final ReentrantLock l = new ReentrantLock();
    @GuardedBy("l") private int n;

    void inTry() {
        l.lock();
        try {
            l.unlock(); n = 1; l.lock();
        } finally { l.unlock(); }
    }

    void inBlock() {
        l.lock();
        { n = 4; l.unlock(); }
        n = 2;
        l.lock();
        n = 3;
        l.unlock();
    }

    void inIf(boolean b) {
        l.lock();
        if (b) { n = 1; l.unlock(); n = 2; return; }
        n = 3;
        l.unlock();
    }

    void inLoop(int k) {
        l.lock();
        while (k > 0) {
            if (k == 3) { l.unlock(); break; }
            n = k;
            if (k == 7) { l.unlock(); n = 5; l.lock(); }
            k--;
        }
        if (l.isHeldByCurrentThread()) l.unlock();
    }

    void inTest() {
        l.lock();
        while (n > 0) { n = n - 1; }
        l.unlock();
        l.lock();
        while (n > 1) { l.unlock(); }
        l.unlock();
    }

    void inCatch() {
        l.lock();
        try {
            l.unlock();
            work();
            l.lock();
        } catch (RuntimeException e) { n = 9; } finally { l.unlock(); }
    }

    void inSwitch(int k) {
        l.lock();
        switch (k) {
            case 1: n = 1; break;
            case 2: l.unlock(); return;
            default: n = 2; l.unlock();
        }
        n = 3;
        l.unlock();
    }

    void reentrant() {
        l.lock();
        try {
            l.lock();
            try { n = 1; } finally { l.unlock(); }
            n = 2;
        } finally { l.unlock(); }
    }

    void again(boolean b) {
        l.lock();
        try {
            if (b) { l.unlock(); work(); l.lock(); }
            n = 3;
        } finally { l.unlock(); }
    }

    void work() { }
}
