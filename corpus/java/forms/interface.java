//! Interface: its methods have no body, its fields are static and final
//! check: EXP INVOKE/requires-held @ 15
interface Counter {
    int MOST = 10;

    void up() /*# requires this */;
}

class Simple implements Counter {
    int n /*# guarded_by this */;

    public void up() /*# requires this */ { if (n < MOST) n++; }

    void twice() {
        up();
        synchronized (this) { up(); }
    }
}
