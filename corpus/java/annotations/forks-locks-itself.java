//! Code for another thread takes its locks itself
//! check: ok
class Pool {
    void run(/*# forks */ Runnable task) { }
}

class User {
    int n /*# guarded_by this */;

    void start(Pool pool) {
        pool.run(() -> { synchronized (this) { n++; } });
    }
}
