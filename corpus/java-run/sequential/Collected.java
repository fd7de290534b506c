//! Lists, sets, maps and their order
//! output: as java
import java.util.*;

public class Collected {
    public static void main(String[] args) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog the end".split(" ")) counts.merge(word, 1, Integer::sum);
        System.out.println(counts);
        Map<Integer, String> numbers = new HashMap<>();
        for (int i = 100; i > 0; i -= 7) numbers.put(i, "n" + i);
        System.out.println(numbers.keySet() + " " + numbers.containsKey(93) + numbers.get(1));
        Set<String> set = new HashSet<>(List.of("pear", "apple", "fig", "kiwi"));
        set.remove("fig");
        System.out.println(set + " " + set.contains("kiwi") + set.size());
        TreeMap<String, Integer> sorted = new TreeMap<>();
        sorted.putAll(counts);
        System.out.println(sorted.firstKey() + " " + sorted);
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) if (i % 2 == 0) deque.addFirst(i); else deque.addLast(i);
        System.out.println(deque + " " + deque.pollLast() + deque.pop());
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 15; i++) list.add(i * i % 11);
        list.sort(null);
        System.out.println(list + " " + list.indexOf(5));
        list.sort((a, b) -> b - a);
        list.removeIf(x -> x % 2 == 0);
        System.out.println(list);
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int x : new int[] {5, 1, 4, 2, 3}) queue.add(x);
        while (!queue.isEmpty()) System.out.print(queue.poll() + " ");
        System.out.println();
        Iterator<Integer> it = list.iterator();
        while (it.hasNext()) if (it.next() > 5) it.remove();
        System.out.println(list + " " + list.equals(List.of(5, 5, 3, 3, 3, 1, 1)));
        LinkedHashMap<String, Integer> linked = new LinkedHashMap<>();
        linked.put("z", 1);
        linked.put("a", 2);
        linked.put("z", 3);
        for (Map.Entry<String, Integer> e : linked.entrySet()) System.out.print(e.getKey() + e.getValue() + " ");
        System.out.println();
    }
}
