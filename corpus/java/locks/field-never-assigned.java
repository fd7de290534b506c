//! A field that nothing assigns behind its initialiser or constructor is a lock
//! check: EXP SYNC/lock-final @ 27, EXP SYNC/lock-final @ 28, EXP SYNC/lock-final @ 29, EXP SYNC/lock-final @ 30, EXP SYNC/lock-final @ 31, SHAREABLE/guarded-or-final @ 16, SHAREABLE/guarded-or-final @ 17, SHAREABLE/guarded-or-final @ 18, SHAREABLE/guarded-or-final @ 19, SHAREABLE/guarded-or-final @ 20
class Lobby {
    private Object first = new Object();
    Object second;
    static Object third;
    static { third = new Object(); }
    int n /*# guarded_by first */, m /*# guarded_by second */;
    static int k /*# guarded_by Lobby.third */;

    Lobby() { second = new Object(); int first; first = 1; }

    void good(Object third) { synchronized (first) { n = 1; } synchronized (second) { m = 1; } third = null; }
    static void also() { synchronized (third) { k = 1; } }

    Object set = new Object();
    Object later;
    Object byOthers = new Object();
    Object inLambda;
    Object inner = new Object();

    Lobby(int x) { this(); Runnable r = () -> { inLambda = new Object(); }; }
    void init() { later = new Object(); set = null; }
    class Inner { void give() { inner = null; } }
    static void other(Lobby o) { o.byOthers = null; }

    void one() { synchronized (set) { } }
    void two() { synchronized (later) { } }
    void three() { synchronized (byOthers) { } }
    void four() { synchronized (inLambda) { } }
    void five() { synchronized (inner) { } }
}
