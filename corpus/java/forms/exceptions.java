//! try, catch, finally and throw: each part holds what the whole holds
//! check: EXP ASSIGN/guard-held @ 18
class Counter {
    int n /*# guarded_by this */;

    void go() {
        synchronized (this) {
            try {
                n = 1;
                if (n > 1) throw new IllegalStateException("many");
            } catch (IllegalStateException | IllegalArgumentException e) {
                n = 2;
            } finally {
                n = 3;
            }
        }
        try { go(); } finally {
            n = 4;
        }
    }
}
