//! Several explicit locks, and statements between lock() and try
//! check: EXP ASSIGN/guard-held @ 26, EXP ASSIGN/guard-held @ 40
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock a = new ReentrantLock();
    private final ReentrantLock b = new ReentrantLock();
    @GuardedBy("a") private int x;
    @GuardedBy("b") private int y;

    int good() {
        a.lock();
        int before = x;
        b.lock();
        y = before;
        try {
            x = y;
            return x;
        } finally {
            b.unlock();
            a.unlock();
        }
    }

    void bad() {
        a.lock(); x = 1; y = 1;
        try { x = 2; } finally { a.unlock(); }
    }

    void inside() {
        try {
            a.lock();
            x = 3;
        } finally {
            a.unlock();
        }
        b.lock();
        try {
            y = 4;
        } finally { y = 5; b.unlock(); y = 6; }
    }
}
