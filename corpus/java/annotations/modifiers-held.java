//! Annotations in Java's own notation, and all that they ask for
//! check: ok
@ThreadSafe
class Counter {
    private final Object lock = new Object();
    @GuardedBy("lock") private int n;
    @GuardedBy({"lock", "this"}) private int m;

    @Holding("lock") private void up() { n++; }

    void both() {
        synchronized (lock) { up(); synchronized (this) { m = n; } }
    }
}
