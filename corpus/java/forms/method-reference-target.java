//! What stands in front of `::` or of a static member is read there and then, with the locks that are held there
//! check: EXP REF/guard-held @ 9, EXP REF/guard-held @ 13, EXP REF/guard-held @ 19, EXP REF/guard-held @ 21
class Worker {
    synchronized void go() { }
    static void all() { }
}

class Owner {
    Runnable bad() { return w::go; }

    synchronized Runnable good() { return w::go; }

    void thread() { new Thread(w::go).start(); }

    synchronized void threadHeld() { new Thread(w::go).start(); }

    void at(java.util.List<Worker> all) {
        Worker own;
        all.forEach(w::equals);
        synchronized (this) { all.forEach(w::equals); own = w; }
        w.all();
        synchronized (this) { w.all(); }
        own.all();
    }

    Worker w /*# guarded_by this */ = new Worker();
}
