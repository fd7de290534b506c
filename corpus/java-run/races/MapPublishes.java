//! Who sees the value of a key comes behind who put it there
//! output: nothing | 5
import java.util.concurrent.ConcurrentHashMap;

public class MapPublishes {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> { data = 5; map.put("ready", "yes"); });
        t.start();
        System.out.println(map.get("ready") == null ? "nothing" : "" + data);
        t.join();
    }
}
