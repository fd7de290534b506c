//! Several guards, all held
//! check: ok
class Two {
    final Object a = new Object(), b = new Object();
    int n /*# guarded_by a, b */;

    void both() {
        synchronized (a) { synchronized (b) { n = 1; } }
    }
}
