//! An ArrayList that two threads fill without a lock
//! race: the contents of ArrayList
//! output: 1 | 2
import java.util.ArrayList;
import java.util.List;

public class SharedList {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> list = new ArrayList<>();
        Thread t = new Thread(() -> list.add(1));
        Thread u = new Thread(() -> list.add(2));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(list.size());
    }
}
