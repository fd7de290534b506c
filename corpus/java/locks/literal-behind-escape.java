//! A literal behind an initialiser that lets the object escape is written too late to need no lock
//! check: EXP ASSIGN/guard-held @ 13
/*# thread_shared */
class Util {
    static Thread start(Runnable r) { Thread t = new Thread(r); t.start(); return t; }
}

/*# thread_shared */
class Escaping implements Runnable {
    int before /*# guarded_by this */ = 3;
    final Object lock = new Object();
    final Thread t = Util.start(this);
    int behind /*# guarded_by this */ = 3;
    public synchronized void run() { before = 7; behind = 7; }
}
