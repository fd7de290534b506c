//! CompletableFuture runs what it is given in another thread
//! check: EXP REF/guard-held @ 9
import java.util.concurrent.CompletableFuture;

class Counter {
    int n /*# guarded_by this */;

    synchronized void go() {
        CompletableFuture.runAsync(() -> { int x = n; });
        CompletableFuture.runAsync(() -> { synchronized (this) { n = 1; } });
    }
}
