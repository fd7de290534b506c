//! A map with one lock for all keys keeps the functions apart
//! output: 2
import java.util.*;

public class MapLocked {
    static int made;

    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
        Thread t = new Thread(() -> map.computeIfAbsent("a", k -> ++made));
        t.start();
        map.computeIfAbsent("b", k -> ++made);
        t.join();
        System.out.println(made);
    }
}
