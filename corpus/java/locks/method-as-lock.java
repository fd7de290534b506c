//! m() stands for the final path that it returns
//! check: EXP ASSIGN/guard-held @ 12
class Cell {
    private final Object lock = new Object();
    int v /*# guarded_by lock() */;

    final Object lock() { return lock; }

    void good() { synchronized (lock) { v = 1; } }

    void bad() {
        v = 2;
    }
}
