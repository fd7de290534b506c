// The part of java.util.concurrent.locks that programs run with. A lock is the monitor of an object that nobody else has.
package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

public interface Lock {
    void lock();
    void lockInterruptibly() throws InterruptedException;
    boolean tryLock();
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;
    void unlock();
    Condition newCondition();
}
public interface Condition {
    void await() throws InterruptedException;
    boolean await(long time, TimeUnit unit) throws InterruptedException;
    long awaitNanos(long nanos) throws InterruptedException;
    void awaitUninterruptibly();
    void signal();
    void signalAll();
}
public class ReentrantLock implements Lock {
    private final Object monitor = new Object();
    private boolean fair;
    public ReentrantLock() {}
    public ReentrantLock(boolean fair) { if (fair) this.fair = true; }
    public void lock() { RacefreePrimitives.acquire(monitor); }
    public void lockInterruptibly() throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); RacefreePrimitives.acquireOrThrow(monitor); }
    public boolean tryLock() { return RacefreePrimitives.tryAcquire(monitor); }
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return RacefreePrimitives.tryAcquire(monitor); }
    public void unlock() { RacefreePrimitives.release(monitor); }
    public Condition newCondition() { return new LockCondition(monitor); }
    public boolean isHeldByCurrentThread() { return RacefreePrimitives.holds(monitor) > 0; }
    public int getHoldCount() { return RacefreePrimitives.holds(monitor); }
    public boolean isLocked() { return RacefreePrimitives.isHeld(monitor); }
    public final boolean isFair() { return fair; }
}
class LockCondition implements Condition {
    private final Object set = new Object();
    private final Object monitor;
    LockCondition(Object monitor) { this.monitor = monitor; }
    public void await() throws InterruptedException { RacefreePrimitives.waitOrThrow(set, monitor); }
    public void awaitUninterruptibly() { RacefreePrimitives.wait(set, monitor); }
    public boolean await(long time, TimeUnit unit) throws InterruptedException { return RacefreePrimitives.waitTimed(set, monitor); }
    public long awaitNanos(long nanos) throws InterruptedException { return RacefreePrimitives.waitTimed(set, monitor) ? Math.max(1L, nanos / 2L) : 0L; }
    public void signal() { RacefreePrimitives.notify(set, monitor); }
    public void signalAll() { RacefreePrimitives.notifyAll(set, monitor); }
}
public interface ReadWriteLock { Lock readLock(); Lock writeLock(); }
public class ReentrantReadWriteLock implements ReadWriteLock {
    private final ReadLock reads = new ReadLock(this);
    private final WriteLock writes = new WriteLock(this);
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    // Who reads, as often as it does.
    private final java.util.ArrayDeque<Thread> readers = new java.util.ArrayDeque<>();
    private Thread writer;
    // Writers that wait: who does not read yet lets them go first, as the JDK does with the first one of its queue.
    private int count, waiting;
    // What comes before an unlock comes before what is behind a later lock; two readers are not ordered.
    private volatile boolean told;
    public ReentrantReadWriteLock() {}
    public ReentrantReadWriteLock(boolean fair) {}
    public ReadLock readLock() { return reads; }
    public WriteLock writeLock() { return writes; }
    boolean read(boolean waits) {
        Thread me = Thread.currentThread();
        synchronized (quiet) {
            while (writer != null && writer != me || waits && waiting > 0 && writer == null && !readers.contains(me)) { if (!waits) return false; RacefreePrimitives.wait(quiet, quiet); }
            readers.add(me);
        }
        boolean seen = told;
        return true;
    }
    void readOrThrow() throws InterruptedException {
        Thread me = Thread.currentThread();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        while (!read(false)) synchronized (quiet) { if (writer != null && writer != me) RacefreePrimitives.waitOrThrow(quiet, quiet); }
    }
    void writeOrThrow() throws InterruptedException {
        Thread me = Thread.currentThread();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        while (!write(false)) synchronized (quiet) {
            if (writer == me || writer == null && readers.size() == 0) continue;
            waiting++;
            try { RacefreePrimitives.waitOrThrow(quiet, quiet); } finally { waiting--; RacefreePrimitives.notifyAll(quiet, quiet); }
        }
    }
    void endRead() {
        Thread me = Thread.currentThread();
        told = true;
        synchronized (quiet) {
            if (!readers.remove(me)) throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
            RacefreePrimitives.notifyAll(quiet, quiet);
        }
    }
    boolean write(boolean waits) {
        Thread me = Thread.currentThread();
        synchronized (quiet) {
            while (writer != me && (writer != null || readers.size() > 0)) {
                if (!waits) return false;
                waiting++;
                RacefreePrimitives.wait(quiet, quiet);
                waiting--;
            }
            writer = me;
            count++;
        }
        boolean seen = told;
        return true;
    }
    void endWrite() {
        told = true;
        synchronized (quiet) {
            if (writer != Thread.currentThread()) throw new IllegalMonitorStateException();
            count--;
            if (count == 0) { writer = null; RacefreePrimitives.notifyAll(quiet, quiet); }
        }
    }
    int giveBack() { told = true; synchronized (quiet) { int times = count; count = 0; writer = null; RacefreePrimitives.notifyAll(quiet, quiet); return times; } }
    void takeAgain(int times) { write(true); synchronized (quiet) { count = times; } }
    public boolean isWriteLocked() { synchronized (quiet) { return writer != null; } }
    public boolean isWriteLockedByCurrentThread() { return isMine(); }
    public int getWriteHoldCount() { return isMine() ? count : 0; }
    public int getReadHoldCount() { Thread me = Thread.currentThread(); synchronized (quiet) { int n = 0; for (Thread t : readers) if (t == me) n++; return n; } }
    public int getReadLockCount() { synchronized (quiet) { return readers.size(); } }
    boolean isMine() { Thread me = Thread.currentThread(); synchronized (quiet) { return writer == me; } }
    public static class ReadLock implements Lock {
        private final ReentrantReadWriteLock of;
        ReadLock(ReentrantReadWriteLock of) { this.of = of; }
        public void lock() { of.read(true); }
        public void lockInterruptibly() throws InterruptedException { of.readOrThrow(); }
        public boolean tryLock() { return of.read(false); }
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return of.read(false); }
        public void unlock() { of.endRead(); }
        public Condition newCondition() { throw new UnsupportedOperationException(); }
    }
    public static class WriteLock implements Lock {
        private final ReentrantReadWriteLock of;
        WriteLock(ReentrantReadWriteLock of) { this.of = of; }
        public void lock() { of.write(true); }
        public void lockInterruptibly() throws InterruptedException { of.writeOrThrow(); }
        public boolean tryLock() { return of.write(false); }
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return of.write(false); }
        public void unlock() { of.endWrite(); }
        public boolean isHeldByCurrentThread() { return of.isMine(); }
        public Condition newCondition() { return new WriteCondition(of); }
    }
}
class WriteCondition extends LentCondition {
    private final ReentrantReadWriteLock of;
    WriteCondition(ReentrantReadWriteLock of) { this.of = of; }
    boolean isHeld() { return of.isMine(); }
    int giveBack() { return of.giveBack(); }
    void takeAgain(int times) { of.takeAgain(times); }
}
