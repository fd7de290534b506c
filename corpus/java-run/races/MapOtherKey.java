//! Who sees that a map has grown comes behind nobody
//! race: MapOtherKey.data
//! output: nothing | 5
import java.util.concurrent.ConcurrentHashMap;

public class MapOtherKey {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> { data = 5; map.put("ready", "yes"); });
        t.start();
        System.out.println(map.size() == 0 ? "nothing" : "" + data);
        t.join();
    }
}
