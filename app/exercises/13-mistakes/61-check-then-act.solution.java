import java.util.concurrent.ConcurrentHashMap;

public class Words {
    static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    static void count(String word) {
        counts.merge(word, 1, Integer::sum);
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
