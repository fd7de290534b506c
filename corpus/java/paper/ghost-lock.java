//! Class with a lock as its parameter
//! source: Rose, Swamy & Hicks 2005, figure 1
//! check: ok
class C/*#{ghost Object lp}*/ {
    int x /*# guarded_by lp */;

    void set(int v) /*# requires lp */ { x = v; }
}

class D {
    final Object lock = new Object();
    C/*#{this.lock}*/ c /*# guarded_by this.lock */;

    void set() {
        synchronized (lock) {
            c = new C/*#{this.lock}*/();
            c.set(1);
        }
    }
}
