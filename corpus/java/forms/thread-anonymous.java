//! An anonymous thread is shared: what it captures must be
//! check: SHAREABLE FINAL FIELD/field-type @ 8
/*# thread_local */
class Scratch { int n; }

class User {
    static void go(Scratch s) {
        Thread t = new Thread() { public void run() { s.n = 1; } };
        t.start();
    }
}
