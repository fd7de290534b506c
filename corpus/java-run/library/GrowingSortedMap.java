//! A walk through a sorted map that changes: one key ahead, with the value that there was then
//! output: 1a | 1a2b | 1a3c | 1a2b3c | 2b | 2b3c
import java.util.*;
import java.util.concurrent.*;

public class GrowingSortedMap {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        map.put(2, "b");
        Thread t = new Thread(() -> {
            map.put(1, "a");
            map.remove(2);
            map.put(3, "c");
        });
        t.start();
        String met = "";
        for (Map.Entry<Integer, String> e : map.entrySet()) met += e.getKey() + e.getValue();
        t.join();
        System.out.println(met);
    }
}
