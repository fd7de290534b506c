//! Union-find, a trie, a topological order
//! output: as java
import java.util.*;

public class Structures {
    static class UnionFind {
        int[] p, sz;
        int comps;
        UnionFind(int n) {
            p = new int[n];
            sz = new int[n];
            comps = n;
            for (int i = 0; i < n; i++) {
                p[i] = i;
                sz[i] = 1;
            }
        }
        int find(int x) {
            return p[x] == x ? x : (p[x] = find(p[x]));
        }
        boolean union(int a, int b) {
            a = find(a);
            b = find(b);
            if (a == b) return false;
            if (sz[a] < sz[b]) {
                int t = a;
                a = b;
                b = t;
            }
            p[b] = a;
            sz[a] += sz[b];
            comps--;
            return true;
        }
    }

    static class Trie {
        private final Map<Character, Trie> kids = new TreeMap<>();
        boolean end;
        void add(String w) {
            Trie t = this;
            for (char c : w.toCharArray()) t = t.kids.computeIfAbsent(c, k -> new Trie());
            t.end = true;
        }
        void collect(String pre, List<String> out) {
            if (end) out.add(pre);
            for (Map.Entry<Character, Trie> e : kids.entrySet()) e.getValue().collect(pre + e.getKey(), out);
        }
    }

    static class BitSet32 {
        int bits;
        void set(int i) {
            bits |= 1 << i;
        }
        void clear(int i) {
            bits &= ~(1 << i);
        }
        boolean get(int i) {
            return (bits >> i & 1) == 1;
        }
    }

    static List<Integer> topo(int n, int[][] edges) {
        int[] in = new int[n];
        List<List<Integer>> g = new ArrayList<>();
        for (int i = 0; i < n; i++) g.add(new ArrayList<>());
        for (int[] e : edges) {
            g.get(e[0]).add(e[1]);
            in[e[1]]++;
        }
        Deque<Integer> q = new ArrayDeque<>();
        for (int i = 0; i < n; i++) if (in[i] == 0) q.add(i);
        List<Integer> r = new ArrayList<>();
        while (!q.isEmpty()) {
            int x = q.remove();
            r.add(x);
            for (int y : g.get(x)) if (--in[y] == 0) q.add(y);
        }
        if (r.size() < n) throw new IllegalStateException("cycle");
        return r;
    }

    public static void main(String[] args) {
        UnionFind u = new UnionFind(6);
        System.out.println(u.union(0, 1) + " " + u.union(1, 2) + " " + u.union(0, 2) + " " + u.comps);
        Trie t = new Trie();
        for (String w : "to tea ted ten inn i in".split(" ")) t.add(w);
        List<String> out = new ArrayList<>();
        t.collect("", out);
        System.out.println(out);
        BitSet32 b = new BitSet32();
        b.set(31);
        b.set(0);
        b.clear(0);
        System.out.println(b.bits + " " + b.get(31));
        System.out.println(topo(4, new int[][]{{0, 1}, {1, 3}, {0, 2}, {2, 3}}));
        topo(2, new int[][]{{0, 1}, {1, 0}});
    }
}
