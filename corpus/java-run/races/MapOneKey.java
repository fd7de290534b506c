//! The functions of one key run one after the other
//! output: 2 2
import java.util.concurrent.ConcurrentHashMap;

public class MapOneKey {
    static int made;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> map.compute("a", (k, v) -> ++made));
        t.start();
        map.compute("a", (k, v) -> ++made);
        t.join();
        System.out.println(made + " " + map.get("a"));
    }
}
