//! A private method that is called with the lock alone
//! check: ok
import java.util.ArrayDeque;

@ThreadSafe
class V {
    private final ArrayDeque<String> q = new ArrayDeque<>();

    synchronized void put(String s) { q.add(s); trim(); }
    synchronized String take() { trim(); return q.poll(); }
    private void trim() { drop(); }
    private void drop() { while (q.size() > 9) q.poll(); }
}
