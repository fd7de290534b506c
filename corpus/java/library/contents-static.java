//! Objects of static fields: the class is their lock
//! check: EXP ASSIGN/guard-held @ 9
import java.util.HashMap;

class V {
    private static final HashMap<String, String> cache = new HashMap<>();

    static synchronized String get(String k) { cache.putIfAbsent(k, k); return cache.get(k); }
    synchronized void clear() { cache.clear(); }
}
