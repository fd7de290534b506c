//! Wrappers, concurrent collections and immutable ones are shared and free
//! check: ok
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

@ThreadSafe
class V {
    private final Map<String, Integer> a = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, Integer> b;
    private final Set<String> c = ConcurrentHashMap.newKeySet();
    private final List<String> d = List.of("a", "b");
    private final List<String> e = Collections.unmodifiableList(new ArrayList<>());

    V() { b = new ConcurrentHashMap<>(); }

    void use(String s) {
        a.put(s, 1);
        b.put(s, 1);
        c.add(s);
        d.get(0);
        e.size();
    }
}
