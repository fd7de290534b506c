//! new Thread(r).start() forks: no lock is held there
//! check: EXP REF/guard-held @ 8
class Counter {
    int n /*# guarded_by this */;

    synchronized void bad() {
        new Thread(
            () -> { int x = n; })
            .start();
        new Thread(() -> { synchronized (this) { n++; } }).start();
    }
}
