//! Maps of all sorts
//! output: as java
import java.util.*;

public class Stock {
    static class LRU<K, V> extends LinkedHashMap<K, V> {
        private final int cap;
        LRU(int cap) { super(16, 0.75f, true); this.cap = cap; }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) { return size() > cap; }
    }
    static class Inventory {
        private final Map<String, Integer> stock = new LinkedHashMap<>();
        void add(String item, int n) { stock.merge(item, n, Integer::sum); }
        boolean take(String item, int n) {
            Integer have = stock.get(item);
            if (have == null || have < n) return false;
            if (have == n) stock.remove(item); else stock.put(item, have - n);
            return true;
        }
        int total() { int t = 0; for (int v : stock.values()) t += v; return t; }
    }
    public static void main(String[] args) {
        Inventory inv = new Inventory();
        inv.add("apple", 5); inv.add("pear", 2); inv.add("apple", 3);
        System.out.println(inv.stock + " " + inv.take("apple", 4) + inv.take("pear", 2) + inv.take("kiwi", 1) + " " + inv.stock + inv.total());
        Map<String, Integer> m = new HashMap<>();
        m.putIfAbsent("a", 1); m.putIfAbsent("a", 2); m.compute("a", (k, v) -> v == null ? 1 : v + 10); m.computeIfPresent("b", (k, v) -> v + 1);
        System.out.println(m + " " + m.getOrDefault("z", -1) + " " + m.size() + m.isEmpty() + m.containsValue(11));
        for (String k : m.keySet()) System.out.println(k);
        TreeMap<Integer, String> tm = new TreeMap<>();
        for (int i = 10; i > 0; i -= 3) tm.put(i, "v" + i);
        System.out.println(tm + " " + tm.firstKey() + " " + tm.lastEntry().getValue() + " " + tm.floorKey(5) + " " + tm.ceilingKey(5) + " " + tm.headMap(5) + tm.tailMap(5) + tm.descendingMap());
        System.out.println(tm.pollFirstEntry() + " " + tm.higherKey(4) + " " + tm.lowerKey(4));
        LRU<String, Integer> lru = new LRU<>(2);
        lru.put("a", 1); lru.put("b", 2); lru.get("a"); lru.put("c", 3);
        System.out.println(lru.keySet());
    }
}
