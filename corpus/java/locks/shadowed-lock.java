//! A variable with the name of a lock gives back another lock; `this.l` and `l` are one
//! check: EXP ASSIGN/guard-held @ 19
import java.util.concurrent.locks.*;

class Pair {
    final ReentrantLock l = new ReentrantLock(), k = new ReentrantLock();
    int n /*# guarded_by l */;

    void good() {
        this.l.lock();
        n = 1;
        l.unlock();
    }

    void bad() {
        l.lock();
        this.l.unlock();
        ReentrantLock l = k;
        n = 2;
        l.unlock();
    }
}
