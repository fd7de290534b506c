// Locks that programs make of a number, as java.util.concurrent makes its own: who does not get one waits in a queue, and only the first of it tries.
package java.util.concurrent.locks;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

class Waiter {
    final Thread thread = Thread.currentThread();
    boolean called;
    // Waits to be called: 0 in any case, 1 unless interrupted, 2 for some time. False if that is over.
    boolean waits(RacefreeQuiet quiet, int how) throws InterruptedException {
        while (!called) {
            if (how == 0) RacefreePrimitives.wait(quiet, quiet);
            else if (how == 1) RacefreePrimitives.waitOrThrow(quiet, quiet);
            else if (!RacefreePrimitives.waitTimed(quiet, quiet)) return called;
        }
        return true;
    }
}
// A condition of a lock that is given back, and taken again, by methods.
abstract class LentCondition implements Condition {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    final ArrayDeque<Waiter> waiting = new ArrayDeque<>();
    abstract boolean isHeld();
    abstract int giveBack();
    abstract void takeAgain(int times);
    private boolean waited(int how) throws InterruptedException {
        if (how > 0 && RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        if (!isHeld()) throw new IllegalMonitorStateException();
        Waiter mine = new Waiter();
        synchronized (quiet) { waiting.add(mine); }
        int times = giveBack();
        try { synchronized (quiet) { return mine.waits(quiet, how); } }
        finally { synchronized (quiet) { waiting.remove(mine); } takeAgain(times); }
    }
    private void call(boolean all) {
        if (!isHeld()) throw new IllegalMonitorStateException();
        synchronized (quiet) {
            while (!waiting.isEmpty()) { waiting.poll().called = true; if (!all) break; }
            RacefreePrimitives.notifyAll(quiet, quiet);
        }
    }
    public void await() throws InterruptedException { waited(1); }
    public void awaitUninterruptibly() { waited(0); }
    public boolean await(long time, TimeUnit unit) throws InterruptedException { return waited(2); }
    public long awaitNanos(long nanos) throws InterruptedException { return waited(2) ? Math.max(1L, nanos / 2L) : 0L; }
    public void signal() { call(false); }
    public void signalAll() { call(true); }
}
public abstract class AbstractOwnableSynchronizer {
    private final RacefreeQuiet own = new RacefreeQuiet();
    private Thread owner;
    protected final void setExclusiveOwnerThread(Thread t) { synchronized (own) { owner = t; } }
    protected final Thread getExclusiveOwnerThread() { synchronized (own) { return owner; } }
}
public abstract class AbstractQueuedSynchronizer extends AbstractOwnableSynchronizer {
    private final java.util.concurrent.atomic.AtomicInteger state = new java.util.concurrent.atomic.AtomicInteger();
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private final ArrayDeque<Waiter> queue = new ArrayDeque<>();
    protected final int getState() { return state.get(); }
    protected final void setState(int n) { state.set(n); }
    protected final boolean compareAndSetState(int expected, int n) { return state.compareAndSet(expected, n); }
    protected boolean tryAcquire(int n) { throw new UnsupportedOperationException(); }
    protected boolean tryRelease(int n) { throw new UnsupportedOperationException(); }
    protected int tryAcquireShared(int n) { throw new UnsupportedOperationException(); }
    protected boolean tryReleaseShared(int n) { throw new UnsupportedOperationException(); }
    protected boolean isHeldExclusively() { throw new UnsupportedOperationException(); }
    private boolean tries(int n, boolean shared) { return shared ? tryAcquireShared(n) >= 0 : tryAcquire(n); }
    private boolean acquired(int n, boolean shared, int how) throws InterruptedException {
        if (how > 0 && RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        if (tries(n, shared)) return true;
        Waiter mine = new Waiter();
        synchronized (quiet) { queue.add(mine); }
        try {
            while (true) {
                boolean first;
                synchronized (quiet) { first = queue.peek() == mine; mine.called = false; }
                if (first && tries(n, shared)) return true;
                boolean goesOn;
                synchronized (quiet) { goesOn = mine.waits(quiet, how); }
                if (!goesOn) return tries(n, shared);
            }
        } finally {
            synchronized (quiet) { queue.remove(mine); }
            callNext();
        }
    }
    private void callNext() { synchronized (quiet) { if (!queue.isEmpty()) { queue.peek().called = true; RacefreePrimitives.notifyAll(quiet, quiet); } } }
    public final void acquire(int n) { acquired(n, false, 0); }
    public final void acquireInterruptibly(int n) throws InterruptedException { acquired(n, false, 1); }
    public final boolean tryAcquireNanos(int n, long nanos) throws InterruptedException { return acquired(n, false, 2); }
    public final boolean release(int n) { if (!tryRelease(n)) return false; callNext(); return true; }
    public final void acquireShared(int n) { acquired(n, true, 0); }
    public final void acquireSharedInterruptibly(int n) throws InterruptedException { acquired(n, true, 1); }
    public final boolean tryAcquireSharedNanos(int n, long nanos) throws InterruptedException { return acquired(n, true, 2); }
    public final boolean releaseShared(int n) { if (!tryReleaseShared(n)) return false; callNext(); return true; }
    public final boolean hasQueuedThreads() { synchronized (quiet) { return !queue.isEmpty(); } }
    public final int getQueueLength() { synchronized (quiet) { return queue.size(); } }
    public final boolean hasQueuedPredecessors() { Thread me = Thread.currentThread(); synchronized (quiet) { return !queue.isEmpty() && queue.peek().thread != me; } }
    public final boolean isQueued(Thread t) { synchronized (quiet) { for (Waiter w : queue) if (w.thread == t) return true; return false; } }
    public class ConditionObject extends LentCondition {
        public ConditionObject() {}
        boolean isHeld() { return isHeldExclusively(); }
        int giveBack() { int times = getState(); release(times); return times; }
        void takeAgain(int times) { acquire(times); }
    }
}
