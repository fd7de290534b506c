//! Two references, one of them locked by the caller
//! source: Types against races (slides)
//! check: EXP INVOKE/requires-held @ 13
class Ref {
    int i /*# guarded_by this */;

    void add(Ref r) /*# requires this, r */ {
        i = i + r.i;
    }

    static void both(Ref x, Ref y) {
        synchronized (x) {
            x.add(y);
        }
    }
}
