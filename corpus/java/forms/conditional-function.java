//! A thread that is given one of two functions, or one in brackets
//! check: LOCAL CLASS/override @ 9, EXP ASSIGN/guard-held @ 13, EXP ASSIGN/guard-held @ 14
class Local { int n; }

class A {
    int n /*# guarded_by this */;

    void shared(boolean k, Local l) {
        new Thread(k ? () -> { l.n = 1; } : () -> { }).start();
    }

    void guarded(boolean k) {
        new Thread(k ? () -> { n = 1; } : (() -> { synchronized (this) { n = 2; } })).start();
        new Thread((() -> { n = 3; })).start();
    }
}
