//! A tour of the library
//! output: as java
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;
public class Lib {
    static final ReentrantLock lock = new ReentrantLock();
    static final AtomicInteger n = new AtomicInteger(0);
    static int shared = 0;
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 12; i++) list.add(i * i);
        int sum = 0;
        for (int x : list) sum += x;
        System.out.println(list.size() + " " + sum + " " + list.get(3) + " " + list);
        Map<String, Integer> m = new HashMap<>();
        m.put("a", 1); m.put("b", 2); m.put("a", 3);
        System.out.println(m.get("a") + " " + m.size() + " " + m.get("z"));
        Thread t = new Thread(() -> { lock.lock(); try { shared++; n.incrementAndGet(); } finally { lock.unlock(); } });
        t.start();
        lock.lock(); try { shared++; lock.lock(); try { n.incrementAndGet(); } finally { lock.unlock(); } } finally { lock.unlock(); }
        t.join();
        System.out.println(shared + " " + n.get());
        StringBuilder sb = new StringBuilder(); sb.append("x").append(3).append(true); System.out.println(sb.toString() + sb.length());
    }
}
