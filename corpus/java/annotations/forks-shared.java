//! What runs in another thread captures shared objects alone
//! check: EXP FORK2/fv-shared @ 14
class Pool {
    void run(/*# forks */ Runnable task) { }
}

/*# thread_local */
class Scratch { int n; }

class User {
    void start(Pool pool) {
        Scratch s = new Scratch();
        int x = 1;
        pool.run(() -> { s.n = x; });
    }
}
