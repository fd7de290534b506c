//! Another name of the same object: a false alarm
//! source: Types against races (slides), lock equality
//! check: EXP INVOKE/requires-held @ 13
class P {
    int n /*# guarded_by this */;

    void f() /*# requires this */ { n = 1; }

    static void g(P p) {
        P q = p;
        synchronized (q) {
            q.f();
            p.f();
        }
    }
}
