// Points of java.util.concurrent where threads wait for each other.
package java.util.concurrent;

// The threads that wait together: who leaves before all are there breaks the barrier for the others.
class Round { boolean broken; }
public class CyclicBarrier {
    private final Object monitor = new Object();
    private final int parties;
    private final Runnable action;
    private int arrived;
    private Round round = new Round();
    public CyclicBarrier(int parties) { this(parties, null); }
    public CyclicBarrier(int parties, Runnable action) { if (parties <= 0) throw new IllegalArgumentException(); this.parties = parties; this.action = action; }
    private void nextRound() { arrived = 0; round = new Round(); monitor.notifyAll(); }
    private void breakRound() { arrived = 0; round.broken = true; monitor.notifyAll(); }
    public int await() throws InterruptedException, BrokenBarrierException {
        synchronized (monitor) {
            Round mine = round;
            int index = arrive();
            while (round == mine && !mine.broken) {
                try { RacefreePrimitives.waitOrThrow(monitor, monitor); } catch (InterruptedException e) { left(mine, e); }
            }
            if (mine.broken) throw new BrokenBarrierException();
            return index;
        }
    }
    public int await(long time, TimeUnit unit) throws InterruptedException, BrokenBarrierException, TimeoutException {
        synchronized (monitor) {
            Round mine = round;
            int index = arrive();
            if (round == mine && !mine.broken) {
                try { RacefreePrimitives.waitTimed(monitor, monitor); } catch (InterruptedException e) { left(mine, e); }
            }
            if (mine.broken) throw new BrokenBarrierException();
            if (round == mine) { breakRound(); throw new TimeoutException(); }
            return index;
        }
    }
    private int arrive() throws InterruptedException, BrokenBarrierException {
        if (round.broken) throw new BrokenBarrierException();
        if (RacefreePrimitives.interrupted(true)) { breakRound(); throw new InterruptedException(); }
        int index = parties - 1 - arrived;
        arrived++;
        if (index > 0) return index;
        boolean done = false;
        try { if (action != null) action.run(); done = true; } finally { if (!done) breakRound(); }
        nextRound();
        return index;
    }
    private void left(Round mine, InterruptedException e) throws InterruptedException {
        if (round == mine && !mine.broken) { breakRound(); throw e; }
        RacefreePrimitives.interruptAgain();
    }
    public void reset() { synchronized (monitor) { breakRound(); nextRound(); } }
    public boolean isBroken() { synchronized (monitor) { return round.broken; } }
    public int getParties() { return parties; }
    public int getNumberWaiting() { synchronized (monitor) { return arrived; } }
}
public class Exchanger<V> {
    private final Object monitor = new Object();
    private V first, second;
    private int state;
    public V exchange(V mine) throws InterruptedException {
        synchronized (monitor) {
            while (state == 2) monitor.wait();
            if (state == 0) {
                first = mine;
                state = 1;
                try { while (state != 2) monitor.wait(); } catch (InterruptedException e) { withdraw(); throw e; }
                return met();
            }
            return meet(mine);
        }
    }
    public V exchange(V mine, long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        synchronized (monitor) {
            if (state == 2) throw new TimeoutException();
            if (state == 1) return meet(mine);
            first = mine;
            state = 1;
            try { RacefreePrimitives.waitTimed(monitor, monitor); } catch (InterruptedException e) { withdraw(); throw e; }
            if (state == 2) return met();
            withdraw();
            throw new TimeoutException();
        }
    }
    private V meet(V mine) { second = mine; state = 2; monitor.notifyAll(); return first; }
    private V met() { state = 0; monitor.notifyAll(); return second; }
    private void withdraw() { if (state == 1) { state = 0; monitor.notifyAll(); } }
}
public class Phaser {
    private final Object monitor = new Object();
    private int phase, parties, unarrived;
    public Phaser() {}
    public Phaser(int parties) { this.parties = parties; unarrived = parties; }
    protected boolean onAdvance(int phase, int registered) { return registered == 0; }
    private boolean ended() { return phase < 0; }
    private void advance() {
        boolean ends = onAdvance(phase, parties);
        unarrived = parties;
        phase = phase + 1 & 2147483647;
        if (ends) phase = phase + -2147483648;
        monitor.notifyAll();
    }
    private int arrived(int leaving) {
        if (ended()) return phase;
        if (unarrived <= 0) throw new IllegalStateException("Attempted arrival of unregistered party for " + this);
        int mine = phase;
        unarrived--;
        parties = parties - leaving;
        if (unarrived == 0) advance();
        return mine;
    }
    public int register() { return bulkRegister(1); }
    public int bulkRegister(int n) {
        if (n < 0) throw new IllegalArgumentException();
        synchronized (monitor) { if (ended()) return phase; parties = parties + n; unarrived = unarrived + n; return phase; }
    }
    public int arrive() { synchronized (monitor) { return arrived(0); } }
    public int arriveAndDeregister() { synchronized (monitor) { return arrived(1); } }
    public int arriveAndAwaitAdvance() {
        synchronized (monitor) { int mine = arrived(0); while (!ended() && phase == mine) RacefreePrimitives.wait(monitor, monitor); return phase; }
    }
    public int awaitAdvance(int mine) {
        synchronized (monitor) { while (!ended() && mine >= 0 && phase == mine) RacefreePrimitives.wait(monitor, monitor); return mine < 0 ? mine : phase; }
    }
    public int awaitAdvanceInterruptibly(int mine) throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        synchronized (monitor) { while (!ended() && mine >= 0 && phase == mine) monitor.wait(); return mine < 0 ? mine : phase; }
    }
    public void forceTermination() { synchronized (monitor) { if (!ended()) phase = phase + -2147483648; monitor.notifyAll(); } }
    public final int getPhase() { synchronized (monitor) { return phase; } }
    public int getRegisteredParties() { synchronized (monitor) { return parties; } }
    public int getUnarrivedParties() { synchronized (monitor) { return unarrived; } }
    public int getArrivedParties() { synchronized (monitor) { return parties - unarrived; } }
    public boolean isTerminated() { synchronized (monitor) { return ended(); } }
}
