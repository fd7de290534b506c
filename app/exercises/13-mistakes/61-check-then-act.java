//! A safe map is not enough
//! exercise: repair
//! task: The map is safe for threads, and a word is still counted once instead of twice. Mend `count`, so that each call counts in every schedule.
//! keep: Words.main
//! goal: race: none, output "2 1"
//! hint: Each call of the map is one step by itself. What happens between two calls?
//! hint: Either a lock holds both calls together, or one call of the map does it all.
import java.util.concurrent.ConcurrentHashMap;

public class Words {
    static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    static void count(String word) {
        if (!counts.containsKey(word)) {
            counts.put(word, 1);
        } else {
            counts.put(word, counts.get(word) + 1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count("a")), b = new Thread(() -> count("a"));
        a.start();
        b.start();
        a.join();
        b.join();
        count("b");
        System.out.println(counts.get("a"));
        System.out.println(counts.get("b"));
    }
}
