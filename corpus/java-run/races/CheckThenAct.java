//! Each call of a ConcurrentHashMap is atomic; two in a row are not
//! output: 1 | 2
import java.util.concurrent.ConcurrentHashMap;

public class CheckThenAct {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

    static void add() {
        if (map.containsKey("k")) map.put("k", map.get("k") + 1);
        else map.put("k", 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(CheckThenAct::add), u = new Thread(CheckThenAct::add);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(map.get("k"));
    }
}
