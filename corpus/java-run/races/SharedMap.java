//! A HashMap that two threads fill without a lock
//! race: the contents of HashMap
//! output: 1 | 2
import java.util.HashMap;
import java.util.Map;

public class SharedMap {
    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> map = new HashMap<>();
        Thread t = new Thread(() -> map.put("a", 1));
        Thread u = new Thread(() -> map.put("b", 2));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(map.size());
    }
}
