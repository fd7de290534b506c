//! t.start() is fork { t.run() }: run must need no lock
//! check: EXP INVOKE/requires-held @ 12, PROG/override-requires @ 6, PROG/override-requires @ 6
class Worker extends Thread {
    int n /*# guarded_by this */;

    public void run() /*# requires this */ { n = 1; }
}

class User {
    static void go() {
        Worker w = new Worker();
        w.start();
    }
}
