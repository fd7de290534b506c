//! A private method that one caller calls without the lock: the change there is the error
//! check: EXP ASSIGN/guard-held @ 11
import java.util.ArrayDeque;

@ThreadSafe
class V {
    private final ArrayDeque<String> q = new ArrayDeque<>();

    synchronized void put(String s) { q.add(s); drop(); }
    void clear() { drop(); }
    private void drop() { q.clear(); }
}
