//! An object that a constructor is given may be thread-safe: it is not where the code itself changes it with a lock
//! check: EXP ASSIGN/guard-held @ 18
import java.util.List;
import java.util.Map;

@ThreadSafe
class Names {
    private final List<String> names;

    Names(List<String> names) {
        this.names = names;
    }

    synchronized void add(String name) {
        names.add(name);
    }

    void remove(String name) { names.remove(name); }
}

@ThreadSafe
class Iterated {
    private final Map<String, String> map;

    Iterated(Map<String, String> map) {
        this.map = map;
    }

    void put(String key) {
        map.put(key, key);
    }

    synchronized void show() {
        for (String key : map.keySet()) {
            System.out.println(key);
        }
    }
}
