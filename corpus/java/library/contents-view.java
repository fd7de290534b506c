//! A change of a view is one of the map
//! check: EXP ASSIGN/guard-held @ 11, EXP REF/guard-held @ 11, EXP REF/guard-held @ 12
import java.util.HashMap;
import java.util.Map;

@ThreadSafe
class V {
    private final Map<String, Integer> m = new HashMap<>();

    synchronized void put(String k) { m.put(k, 1); for (Integer i : m.values()) { } }
    void drop() { m.values().removeIf(i -> i > 1); }
    void all() { for (String s : m.keySet()) { } }
}
