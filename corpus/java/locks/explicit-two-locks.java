//! Two locks with one finally, and one in the other's try
//! check: EXP ASSIGN/guard-held @ 21
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private final ReentrantLock a = new ReentrantLock();
    private final ReentrantLock b = new ReentrantLock();
    @GuardedBy("a") private int x;
    @GuardedBy({"a", "b"}) private int y;

    void one() {
        a.lock();
        x = 1;
        b.lock();
        try {
            y = 1;
        } finally {
            b.unlock();
            x = 2;
            a.unlock();
            x = 3;
        }
    }

    void nested() {
        a.lock();
        try {
            x = 1;
            b.lock();
            try {
                y = 1;
            } finally {
                b.unlock();
            }
            x = 2;
        } finally {
            a.unlock();
        }
    }
}
