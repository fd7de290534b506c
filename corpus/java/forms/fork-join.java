//! A task that forks is shared, and `fork` runs its `compute` in another thread
//! check: SHAREABLE/guarded-or-final @ 9, EXP INVOKE/requires-held @ 28
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class Cell { int n; }

class Sum extends RecursiveTask<Integer> {
    int n;

    protected Integer compute() {
        Sum left = new Sum();
        left.fork();
        return left.join();
    }
}

class Held extends RecursiveAction {
    int n /*# guarded_by this */;

    protected void compute() { up(); }

    synchronized void up() { n++; }

    void needs() /*# requires this */ { n++; }

    void bad() {
        needs();
        fork();
    }

    void good() { new Held().fork(); }
}
