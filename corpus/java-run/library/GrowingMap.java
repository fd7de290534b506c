//! A walk through a map that grows meets what comes in before it gets there
//! output: 2 | 12 | 23 | 123
import java.util.concurrent.*;

public class GrowingMap {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(2, 2);
        Thread t = new Thread(() -> {
            map.put(1, 1);
            map.put(3, 3);
        });
        t.start();
        StringBuilder met = new StringBuilder();
        for (int key : map.keySet()) met.append(key);
        t.join();
        System.out.println(met);
    }
}
