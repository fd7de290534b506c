//! The order of hash tables: where they grow, and how their buckets are parted then
//! output: as java
import java.util.*; import java.util.concurrent.*;
public class Buckets { public static void main(String[] z) {
 for (int step : new int[] {16, 32, 48, 7}) { var h = new HashMap<Integer, Integer>(); var s = new HashSet<Integer>(); var c = new ConcurrentHashMap<Integer, Integer>(); for (int k = 0; k < 14; k++) { h.put(k * step, k); s.add(k * step); c.put(k * step, k); if (k > 6) System.out.println(h + " " + s + " " + c); } }
 ConcurrentMap<String, Integer> m = new ConcurrentHashMap<>(); for (String w : "the quick brown fox jumps over the lazy dog and then some more words come in here".split(" ")) m.merge(w, 1, Integer::sum); System.out.println(m); System.out.println(m.keySet() + " " + m.values());
 m.keySet().removeIf(k -> k.length() == 3); System.out.println(m.entrySet()); m.replaceAll((k, v) -> k.length()); System.out.println(m); 
 var mm = new ConcurrentHashMap<>(Map.of("b", 1)); mm.put("d", 2); System.out.println(mm);
 var ss = new ConcurrentHashMap<Integer, Integer>(2); ss.put(1, 1); ss.put(4, 4); System.out.println(ss);
 for (int c : new int[] {0, 1, 3, 12, 16, 20}) { var w = new ConcurrentHashMap<Integer, Integer>(c); for (int k = 0; k < 14; k++) w.put(k * 37 % 101, k); System.out.println(w); }
 var w = new ConcurrentHashMap<Integer, Integer>(); for (int k = 0; k < 14; k++) w.put(k * 48, k); System.out.println(w.keySet());
 var h = new HashMap<Integer, Integer>(); for (int k = 0; k < 13; k++) h.put(k * 16, k); var w2 = new ConcurrentHashMap<>(h); System.out.println(w2); w2.putAll(Map.of(5, 5, 6, 6)); System.out.println(w2);
 Set<Integer> ks = ConcurrentHashMap.newKeySet(); for (int k = 0; k < 30; k++) ks.add(k * 7); String s = ""; for (int k : ks) { s += k + " "; ks.add(k + 1000); if (k > 900) break; } System.out.println(s);
 w.forEach((k, x) -> { if (k < 200) w.remove(k + 48); System.out.print(k + " "); }); System.out.println(w);
} }
