//! The same in a wrapper of Collections
//! output: [1, 2] | [2, 1]
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class LockedList {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        Thread t = new Thread(() -> list.add(1));
        Thread u = new Thread(() -> list.add(2));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(list);
    }
}
