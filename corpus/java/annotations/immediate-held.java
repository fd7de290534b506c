//! Function objects that are called at once, with the locks held
//! check: ok
class Guard {
    void with(/*# immediate */ Runnable action) { }
}

class User {
    int n /*# guarded_by this */;

    synchronized void both(Guard g) { g.with(() -> { n++; }); }
}
