// The lock of java.util.concurrent.locks with stamps: the number of writes so far, and a mark for each way to have it. Nobody has it twice.
package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

public class StampedLock {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    // As in the JDK: the readers are in the last 7 bits, 128 is the writer's, and a write that ends makes the rest greater.
    private long state = 256;
    // What comes before an unlock comes before what is behind a later lock; two readers are not ordered.
    private volatile boolean told;
    public StampedLock() {}
    private boolean written() { return state % 256 >= 128; }
    private long readers() { return state % 128; }
    private static long version(long stamp) { return stamp - stamp % 128; }
    private long write(boolean waits, boolean interruptible) throws InterruptedException {
        long stamp;
        synchronized (quiet) {
            while (written() || readers() > 0) {
                if (!waits) return 0;
                if (interruptible) RacefreePrimitives.waitOrThrow(quiet, quiet); else RacefreePrimitives.wait(quiet, quiet);
            }
            state = state + 128;
            stamp = state;
        }
        boolean seen = told;
        return stamp;
    }
    private long read(boolean waits, boolean interruptible) throws InterruptedException {
        long stamp;
        synchronized (quiet) {
            while (written()) {
                if (!waits) return 0;
                if (interruptible) RacefreePrimitives.waitOrThrow(quiet, quiet); else RacefreePrimitives.wait(quiet, quiet);
            }
            state = state + 1;
            stamp = state;
        }
        boolean seen = told;
        return stamp;
    }
    private static void told() throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); }
    public long writeLock() { try { return write(true, false); } catch (InterruptedException e) { return 0; } }
    public long readLock() { try { return read(true, false); } catch (InterruptedException e) { return 0; } }
    public long writeLockInterruptibly() throws InterruptedException { told(); return write(true, true); }
    public long readLockInterruptibly() throws InterruptedException { told(); return read(true, true); }
    public long tryWriteLock() { try { return write(false, false); } catch (InterruptedException e) { return 0; } }
    public long tryReadLock() { try { return read(false, false); } catch (InterruptedException e) { return 0; } }
    public long tryWriteLock(long time, TimeUnit unit) throws InterruptedException { told(); return write(false, false); }
    public long tryReadLock(long time, TimeUnit unit) throws InterruptedException { told(); return read(false, false); }
    public void unlockWrite(long stamp) {
        told = true;
        synchronized (quiet) {
            if (stamp != state || !written()) throw new IllegalMonitorStateException();
            state = state + 128;
            RacefreePrimitives.notifyAll(quiet, quiet);
        }
    }
    public void unlockRead(long stamp) {
        told = true;
        synchronized (quiet) {
            if (version(stamp) != version(state) || stamp % 128 == 0 || readers() == 0) throw new IllegalMonitorStateException();
            state = state - 1;
            RacefreePrimitives.notifyAll(quiet, quiet);
        }
    }
    public void unlock(long stamp) { if (stamp % 256 >= 128) unlockWrite(stamp); else unlockRead(stamp); }
    // The reads behind it are not protected: they are races with writes, and only `validate` says whether one came between.
    public long tryOptimisticRead() {
        long stamp;
        synchronized (quiet) { stamp = written() ? 0 : version(state); }
        boolean seen = told;
        return stamp;
    }
    public boolean validate(long stamp) { synchronized (quiet) { return stamp != 0 && version(stamp) == version(state); } }
    public long tryConvertToWriteLock(long stamp) {
        long made;
        synchronized (quiet) {
            if (stamp == 0 || version(stamp) != version(state)) return 0;
            if (written()) return stamp == state ? stamp : 0;
            if (stamp % 128 == 0 ? readers() > 0 : readers() != 1) return 0;
            state = version(state) + 128;
            made = state;
        }
        boolean seen = told;
        return made;
    }
    public long tryConvertToReadLock(long stamp) {
        long made;
        told = true;
        synchronized (quiet) {
            if (stamp == 0 || version(stamp) != version(state)) return 0;
            if (stamp % 128 != 0) return stamp;
            state = written() ? state + 129 : state + 1;
            made = state;
            RacefreePrimitives.notifyAll(quiet, quiet);
        }
        boolean seen = told;
        return made;
    }
    public long tryConvertToOptimisticRead(long stamp) {
        if (stamp == 0 || !validate(stamp)) return 0;
        if (stamp % 128 != 0 || stamp % 256 >= 128) unlock(stamp);
        synchronized (quiet) { return version(state); }
    }
    public boolean isWriteLocked() { synchronized (quiet) { return written(); } }
    public boolean isReadLocked() { synchronized (quiet) { return readers() > 0; } }
    public int getReadLockCount() { synchronized (quiet) { return (int) readers(); } }
    public static boolean isWriteLockStamp(long stamp) { return stamp % 256 >= 128; }
    public static boolean isReadLockStamp(long stamp) { return stamp % 128 != 0; }
    public static boolean isOptimisticReadStamp(long stamp) { return stamp != 0 && stamp % 256 < 128 && stamp % 128 == 0; }
}
