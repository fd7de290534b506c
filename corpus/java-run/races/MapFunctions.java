//! The functions of two keys run at once: nothing keeps them apart
//! race: MapFunctions.made
//! output: 1 | 2
import java.util.concurrent.ConcurrentHashMap;

public class MapFunctions {
    static int made;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> map.computeIfAbsent("a", k -> ++made));
        t.start();
        map.computeIfAbsent("b", k -> ++made);
        t.join();
        System.out.println(made);
    }
}
