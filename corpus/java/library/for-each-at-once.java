//! A collection calls the lambda of forEach before it returns, with the locks of the caller; an executor calls it later
//! check: EXP INVOKE/requires-held @ 21
import java.util.ArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

class Cache {
    private final ReentrantLock evictionLock = new ReentrantLock();
    @GuardedBy("evictionLock") private int removed;

    void clear(ArrayList<String> nodes, Executor pool) {
        evictionLock.lock();
        try {
            nodes.forEach(node -> removeNode(node));
        } finally {
            evictionLock.unlock();
        }
        evictionLock.lock();
        try {
            pool.execute(
                () -> removeNode("last"));
        } finally {
            evictionLock.unlock();
        }
    }

    @GuardedBy("evictionLock") private void removeNode(String node) { removed = removed + 1; }
}
