//! Two references, both locked by the caller
//! source: Types against races (slides)
//! check: ok
class Ref {
    int i /*# guarded_by this */;

    void add(Ref r) /*# requires this, r */ {
        i = i + r.i;
    }

    static void both(Ref x, Ref y) {
        synchronized (x) {
            synchronized (y) {
                x.add(y);
            }
        }
    }
}
