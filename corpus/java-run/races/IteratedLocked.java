//! A synchronized list is gone through under its lock, and its size is asked for without
//! output: 1 / true | true
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class IteratedLocked {
    public static void main(String[] args) {
        List<Integer> all = Collections.synchronizedList(new ArrayList<>());
        Thread adds = new Thread(() -> all.add(1));
        adds.start();
        synchronized (all) {
            for (int x : all) {
                System.out.println(x);
            }
        }
        System.out.println(all.size() < 2);
    }
}
