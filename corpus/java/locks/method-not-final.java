//! A method that can be overridden stands for no lock
//! check: JAVA ANNOTATION/resolved @ 5
class Cell {
    private final Object lock = new Object();
    int v /*# guarded_by lock() */;

    Object lock() { return lock; }
}
