//! A graph in maps, searched in breadth and in depth
//! output: as java
import java.util.*;

public class Graph {
    private final Map<String, List<String>> graph = new HashMap<>();
    void edge(String a, String b) {
        graph.computeIfAbsent(a, k -> new ArrayList<>()).add(b);
        graph.computeIfAbsent(b, k -> new ArrayList<>()).add(a);
    }
    List<String> bfs(String from, String to) {
        Queue<String> q = new LinkedList<>();
        Map<String, String> parent = new HashMap<>();
        Set<String> seen = new HashSet<>();
        q.add(from); seen.add(from);
        while (!q.isEmpty()) {
            String cur = q.remove();
            if (cur.equals(to)) break;
            for (String n : graph.getOrDefault(cur, Collections.emptyList()))
                if (seen.add(n)) { parent.put(n, cur); q.add(n); }
        }
        LinkedList<String> path = new LinkedList<>();
        for (String at = to; at != null; at = parent.get(at)) path.addFirst(at);
        return path;
    }
    void dfs(String at, Set<String> seen, int depth) {
        if (!seen.add(at)) return;
        System.out.println("  ".repeat(depth) + at);
        List<String> next = new ArrayList<>(graph.get(at));
        Collections.sort(next);
        for (String n : next) dfs(n, seen, depth + 1);
    }
    public static void main(String[] args) {
        Graph g = new Graph();
        g.edge("A", "B"); g.edge("A", "C"); g.edge("B", "D"); g.edge("C", "D"); g.edge("D", "E");
        System.out.println(g.bfs("A", "E"));
        g.dfs("A", new TreeSet<>(), 0);
        List<String> keys = new ArrayList<>(g.graph.keySet());
        Collections.sort(keys, Collections.reverseOrder());
        System.out.println(keys);
        Collections.reverse(keys); Collections.swap(keys, 0, 1);
        System.out.println(keys + " " + Collections.max(keys) + Collections.min(keys) + Collections.frequency(keys, "A"));
    }
}
