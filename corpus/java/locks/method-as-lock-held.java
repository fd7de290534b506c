//! m() as a lock, held
//! check: ok
class Cell {
    private final Object lock = new Object();
    int v /*# guarded_by lock() */;

    final Object lock() { return lock; }

    void good() { synchronized (lock) { v = 1; } }
}
