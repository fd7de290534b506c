//! A synchronized list is gone through without its lock
//! race: the contents of ArrayList
//! exception: java.util.ConcurrentModificationException
//! output: | 1
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class IteratedUnlocked {
    public static void main(String[] args) {
        List<Integer> all = Collections.synchronizedList(new ArrayList<>());
        Thread adds = new Thread(() -> all.add(1));
        adds.start();
        for (int x : all) {
            System.out.println(x);
        }
    }
}
