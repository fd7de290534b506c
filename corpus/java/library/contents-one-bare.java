//! A map in a shared class: one use holds no lock
//! check: EXP REF/guard-held @ 11
import java.util.HashMap;
import java.util.Map;

@ThreadSafe
class V {
    private final Map<String, Integer> m = new HashMap<>();

    public synchronized void put(String k) { m.put(k, 1); }
    public int size() { return m.size(); }
}
