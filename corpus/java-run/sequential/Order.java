//! The order of a HashMap is the one of the JDK
//! output: as java
import java.util.*;
public class Order { public static void main(String[] a) {
 Map<String,Integer> m = new HashMap<>(); for (int i = 0; i < 30; i++) { m.merge("k" + i * 7 % 13, 1, Integer::sum); m.put("z" + i * 5 % 17, i); m.computeIfAbsent("q" + i * 3, k -> 5); }
 System.out.println(m); System.out.println(new HashMap<>(m)); Map<Integer,String> b = new HashMap<>(3); for (int i = 0; i < 60; i += 7) b.put(i * 31, "x" + i); System.out.println(b); b.clear(); for (int i = 0; i < 50; i += 7) b.put(i * 37, "x" + i); System.out.println(b);
 System.out.println(new HashSet<>(List.of(100, 5, 33, 17, 49, 1, 16, 32))); Map<String,Integer> c = new HashMap<>(); for (int i = 0; i < 13; i++) c.merge("a" + i * 100, i, (x, y) -> x); System.out.println(c); c.putAll(m); System.out.println(c);
 TreeMap<String,Integer> t = new TreeMap<>((x, y) -> x.length() - y.length()); t.put("aa", 1); t.put("bb", 2); t.put("c", 3); System.out.println(t + " " + t.get("zz")); Set<Long> l = new HashSet<>(); for (long i = 1; i < 1L << 40; i *= 17) l.add(i); System.out.println(l); Set<Object> o = new HashSet<>(List.of(1.5, "x", true, 'c', 7L)); System.out.println(o);
 for (String k : m.keySet()) { System.out.print(k.hashCode() + " "); } System.out.println(); 
} }
