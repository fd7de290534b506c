//! A class that locks its objects is shared: each field that changes needs a guard
//! check: SHAREABLE/guarded-or-final @ 7, SHAREABLE/guarded-or-final @ 17, SHAREABLE/guarded-or-final @ 22, SHAREABLE/guarded-or-final @ 27, SHAREABLE/guarded-or-final @ 33
import java.util.concurrent.locks.*;

class Odometer {
    private final Lock lock = new ReentrantLock();
    private long km = 0;
    long km() { return km; }
    void advance() {
        lock.lock();
        try { km = km + 1; } finally { lock.unlock(); }
    }
}

class Block {
    final Object key = new Object();
    int n;
    void up() { Runnable r = () -> { synchronized (key) { n++; } }; }
}

class Outer {
    int n;
    class Inner { void up() { synchronized (Outer.this) { n++; } } }
}

class Gate extends ReentrantLock {
    int n;
    void up() { lock(); try { n++; } finally { unlock(); } }
}

class Views {
    final ReadWriteLock rw = new ReentrantReadWriteLock();
    int n;
    int get() { rw.readLock().lock(); try { return n; } finally { rw.readLock().unlock(); } }
}

class Other {
    static final Object LOCK = new Object();
    int n;
    void up(Object lock) { synchronized (LOCK) { n++; } synchronized (lock) { n++; } }
}
