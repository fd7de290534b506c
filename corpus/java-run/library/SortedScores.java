//! A ConcurrentSkipListMap and a set of keys, filled by two threads, are in order
//! output: {ann=1, bob=2} ann [1, 2]
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

public class SortedScores {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<String, Integer> scores = new ConcurrentSkipListMap<>();
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        Thread t = new Thread(() -> {
            scores.put("bob", 2);
            seen.add(2);
        });
        t.start();
        scores.put("ann", 1);
        seen.add(1);
        t.join();
        System.out.println(scores + " " + scores.firstKey() + " " + new TreeSet<>(seen));
    }
}
