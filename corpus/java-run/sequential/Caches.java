//! A cache, Dijkstra, entries sorted
//! output: as java
import java.util.*;

public class Caches {
    static <K, V extends Comparable<V>> K argMax(Map<K, V> m) {
        K best = null;
        V bv = null;
        for (Map.Entry<K, V> e : m.entrySet()) if (bv == null || e.getValue().compareTo(bv) > 0) {
            best = e.getKey();
            bv = e.getValue();
        }
        return best;
    }

    static class Cache<K, V> {
        interface Loader<K, V> {
            V load(K k) throws Exception;
        }
        private final Map<K, V> m = new HashMap<>();
        private final Loader<K, V> l;
        int hits, misses;
        Cache(Loader<K, V> l) {
            this.l = l;
        }
        V get(K k) {
            V v = m.get(k);
            if (v != null) {
                hits++;
                return v;
            }
            misses++;
            try {
                v = l.load(k);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new RuntimeException("load failed for " + k, e);
            }
            m.put(k, v);
            return v;
        }
    }

    static class Graph {
        private final int n;
        private final List<List<int[]>> adj = new ArrayList<>();
        Graph(int n) {
            this.n = n;
            for (int i = 0; i < n; i++) adj.add(new ArrayList<>());
        }
        void edge(int a, int b, int w) {
            adj.get(a).add(new int[]{b, w});
            adj.get(b).add(new int[]{a, w});
        }
        int[] dijkstra(int s) {
            int[] d = new int[n];
            Arrays.fill(d, Integer.MAX_VALUE);
            d[s] = 0;
            PriorityQueue<int[]> q = new PriorityQueue<>((x, y) -> Integer.compare(x[1], y[1]));
            q.add(new int[]{s, 0});
            while (!q.isEmpty()) {
                int[] t = q.poll();
                if (t[1] > d[t[0]]) continue;
                for (int[] e : adj.get(t[0])) {
                    int nd = t[1] + e[1];
                    if (nd < d[e[0]]) {
                        d[e[0]] = nd;
                        q.add(new int[]{e[0], nd});
                    }
                }
            }
            return d;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> m = new LinkedHashMap<>();
        m.put("x", 3);
        m.put("y", 7);
        m.put("z", 5);
        System.out.println(argMax(m));
        Cache<Integer, String> c = new Cache<>(k -> {
            if (k == 13) throw new Exception("unlucky");
            return "v" + k * k;
        });
        System.out.println(c.get(3) + c.get(3) + c.get(4) + " " + c.hits + "/" + c.misses);
        try {
            c.get(13);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " because " + e.getCause());
        }
        Graph g = new Graph(5);
        g.edge(0, 1, 4);
        g.edge(0, 2, 1);
        g.edge(2, 1, 2);
        g.edge(1, 3, 5);
        System.out.println(Arrays.toString(g.dijkstra(0)));
        List<Map.Entry<String, Integer>> es = new ArrayList<>(m.entrySet());
        es.sort(Map.Entry.comparingByValue());
        System.out.println(es);
        es.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
        System.out.println(es.get(0).getKey());
        es.sort((a, b) -> b.getKey().compareTo(a.getKey()));
        System.out.println(es);
        Map<String, List<String>> ana = new TreeMap<>();
        for (String w : List.of("tea", "eat", "tan", "ate", "nat", "bat")) {
            char[] k = w.toCharArray();
            Arrays.sort(k);
            ana.computeIfAbsent(new String(k), x -> new ArrayList<>()).add(w);
        }
        System.out.println(ana);
        System.out.println(m.entrySet() + " " + m.remove("y") + m.remove("q") + m);
        m.replaceAll((k, v) -> v * 10);
        System.out.println(m + " " + m.equals(Map.of("x", 30, "z", 50)));
        m.keySet().removeIf(k -> k.equals("x"));
        System.out.println(m.values().iterator().next());
        new Cache<String, Integer>(Integer::parseInt).get("oops");
    }
}
