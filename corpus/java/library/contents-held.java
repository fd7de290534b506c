//! A map in a shared class: every use holds `this`, which is taken as its guard
//! check: ok
import java.util.HashMap;
import java.util.Map;

@ThreadSafe
class V {
    private final Map<String, Integer> m = new HashMap<>();

    synchronized void put(String k) { m.put(k, 1); }
    synchronized int size() { return m.size(); }
}
