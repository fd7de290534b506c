//! A conditional expression is no lock
//! check: EXP SYNC/lock-final @ 6
class User {
    final Object a = new Object(), b = new Object();
    void go(boolean x) {
        synchronized (x ? a : b) { }
    }
}
