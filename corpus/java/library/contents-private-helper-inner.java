//! A private method that the code of an inner class calls too, with the lock of the object around
//! check: ok
import java.util.ArrayList;
import java.util.List;

class Events {
    private final Object lock = new Object();
    private final List<String> all = new ArrayList<>();
    private final Worker worker = new Worker();

    private void trim() { all.remove(0); }

    void add(String event) { synchronized (lock) { all.add(event); trim(); } }

    class Worker {
        void work() { synchronized (lock) { trim(); } }
    }
}
