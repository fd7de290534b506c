//! Locks of static members, held
//! check: ok
class Registry {
    static final Object LOCK = new Object();
    static int size /*# guarded_by LOCK */;
    static int uses /*# guarded_by Registry.class */;

    static synchronized void used() { uses++; }

    void add() {
        synchronized (LOCK) { size++; }
        synchronized (Registry.class) { uses++; }
    }
}
