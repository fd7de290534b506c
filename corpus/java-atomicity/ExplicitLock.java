//! An explicit lock is taken by a call, and given back by another one
//! atomicity: Stock.add = (held this.lock ? mover : atomic), Stock.twice = (held this.lock ? mover : atomic), Stock.apart = (held this.lock ? mover : cmpd)
//! claims: ATOM BLOCK/claim @ 31
//! serializable: no
import java.util.concurrent.locks.ReentrantLock;

class Stock {
    private final ReentrantLock lock = new ReentrantLock();
    private /*# guarded_by lock */ int n;

    /*# atomic */ void add(int more) {
        lock.lock();
        try {
            n = n + more;
        } finally {
            lock.unlock();
        }
    }

    /*# atomic */ int twice(int more) {
        lock.lock();
        try {
            add(more);
            add(more);
            return n;
        } finally {
            lock.unlock();
        }
    }

    /*# atomic */ void apart(int more) {
        add(more);
        add(more);
    }
}

class ExplicitLock {
    public static void main(String[] args) throws InterruptedException {
        Stock s = new Stock();
        Thread t = new Thread(() -> s.apart(1));
        Thread u = new Thread(() -> s.add(1));
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
