//! Executors run what they are given in another thread
//! check: EXP FORK2/fv-shared @ 12
import java.util.concurrent.ExecutorService;

/*# thread_local */
class Scratch { int n; }

class User {
    static void go(ExecutorService pool) {
        Scratch s = new Scratch();
        int x = 1;
        pool.submit(() -> { s.n = x; });
        pool.execute(() -> { int y = x; });
    }
}
