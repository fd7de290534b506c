//! Parameter whose function object runs in another thread
//! check: EXP REF/guard-held @ 13
class Pool {
    void run(/*# forks */ Runnable task) { }
}

class User {
    int n /*# guarded_by this */;

    synchronized void start(Pool pool) {
        pool.run(
            () -> {
                int x = n;
            });
    }
}
