//! Views of collections that threads share change what they are views of, and collections are made of others
//! output: as java
import java.util.*;
import java.util.concurrent.*;

public class SharedViews {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        map.put("c", 3);
        map.keySet().remove("a");
        System.out.println(map);
        map.values().removeIf(v -> v == 2);
        System.out.println(map + " " + map.keySet().contains("c") + " " + map.values().size());
        for (Iterator<String> it = map.keySet().iterator(); it.hasNext();) {
            it.next();
            it.remove();
        }
        System.out.println(map);
        map.put("x", 5);
        map.replaceAll((k, v) -> v + 1);
        System.out.println(map);
        for (Map.Entry<String, Integer> e : map.entrySet()) e.setValue(9);
        System.out.println(map);
        map.entrySet().clear();
        System.out.println(map + " " + map.isEmpty());
        System.out.println(new Vector<>(List.of(1, 2)));
        System.out.println(new LinkedBlockingQueue<>(List.of(1)));
        System.out.println(new Hashtable<>(Map.of("k", 1)));
        CopyOnWriteArrayList<Integer> copied = new CopyOnWriteArrayList<>(List.of(3, 1, 2));
        copied.sort(null);
        copied.replaceAll(x -> x * 2);
        copied.removeIf(x -> x == 2);
        copied.add(0, 7);
        System.out.println(copied + " " + copied.set(1, 5) + " " + copied);
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        queue.add(1);
        queue.add(2);
        queue.add(3);
        queue.removeIf(x -> x == 1);
        Iterator<Integer> it = queue.iterator();
        it.next();
        it.remove();
        System.out.println(queue);
    }
}
