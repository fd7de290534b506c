//! Function object that is called before the call returns: the locks are held
//! check: EXP REF/guard-held @ 16
class Guard {
    void with(/*# immediate */ Runnable action) { }

    void later(Runnable action) { }
}

class User {
    int n /*# guarded_by this */;

    synchronized void both(Guard g) {
        g.with(() -> { int x = n; });
        g.later(
            () -> {
                int x = n;
            });
    }
}
