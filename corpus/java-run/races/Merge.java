//! merge of a ConcurrentHashMap is one step
//! output: {k=2}
import java.util.concurrent.ConcurrentHashMap;

public class Merge {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Runnable add = () -> map.merge("k", 1, Integer::sum);
        Thread t = new Thread(add), u = new Thread(add);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(map);
    }
}
