//! A private lock that nothing assigns, beside another class's field of the same name that is assigned through a variable
//! check: ok
class Counter {
    private Object lock = new Object();
    private int n /*# guarded_by lock */;

    void up() { synchronized (lock) { n++; } }
}

class Entry {
    Object lock;

    static void free(Entry e) { e.lock = null; }
}
