// Threads that park: each has one permit, which `park` takes and `unpark` gives. Time is a schedule: a timed park may end at any moment.
package java.util.concurrent.locks;

public class LockSupport {
    private LockSupport() {}
    public static void park() { Thread.currentThread().permit().take(false); }
    public static void park(Object blocker) { park(); }
    public static void parkNanos(long nanos) { Thread.currentThread().permit().take(true); }
    public static void parkNanos(Object blocker, long nanos) { parkNanos(nanos); }
    public static void parkUntil(long time) { parkNanos(time); }
    public static void parkUntil(Object blocker, long time) { parkNanos(time); }
    public static void unpark(Thread t) { if (t != null) t.permit().give(); }
}
