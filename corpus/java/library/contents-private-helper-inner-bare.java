//! A private method that the code of an inner class calls without the lock does not rely on it
//! check: EXP ASSIGN/guard-held @ 11
import java.util.ArrayList;
import java.util.List;

class Events {
    private final Object lock = new Object();
    private final List<String> all = new ArrayList<>();
    private final Worker worker = new Worker();

    private void trim() { all.remove(0); }

    void add(String event) { synchronized (lock) { all.add(event); trim(); } }

    int size() { synchronized (lock) { return all.size(); } }

    class Worker {
        void work() { trim(); }
    }
}
