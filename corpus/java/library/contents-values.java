//! A list in a concurrent map is every thread's that has the key, and no lock guards it; one that is its own lock is counted
//! check: SHAREABLE/guarded-or-final @ 11
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

@ThreadSafe
class Index {
    private final Map<String, List<String>> bare = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, List<String>> own = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, List<String>> held = new ConcurrentHashMap<>();
    private final AtomicReference<List<String>> copied = new AtomicReference<>(List.of());

    void put(String key, String value) { bare.computeIfAbsent(key, k -> new ArrayList<>()).add(value); }
    int count(String key) { return bare.get(key).size(); }

    void putOwn(String key, String value) {
        List<String> list = own.computeIfAbsent(key, k -> new ArrayList<>());
        synchronized (list) { list.add(value); }
    }

    synchronized void putHeld(String key, String value) { held.computeIfAbsent(key, k -> new ArrayList<>()).add(value); }
    synchronized int countHeld(String key) { return held.get(key).size(); }

    void more(String value) {
        List<String> next = new ArrayList<>(copied.get());
        next.add(value);
        copied.set(next);
    }
}
