//! Maps, permits, queues, pools and futures, one call after the other
//! output: as java
import java.util.concurrent.*;
public class Shared {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String,Integer> m = new ConcurrentHashMap<>();
        System.out.println(m.put("a", 1) + " " + m.put("a", 2) + " " + m.putIfAbsent("b", 3) + " " + m.putIfAbsent("b", 4) + " " + m);
        System.out.println(m.computeIfAbsent("c", k -> null) + " " + m.size() + " " + m.containsKey("c") + " " + m.computeIfPresent("a", (k, v) -> null) + " " + m.size());
        System.out.println(m.merge("b", 5, Integer::sum) + " " + m.merge("z", 5, Integer::sum) + " " + m.remove("b") + " " + m.remove("q") + " " + m.replace("z", 9) + " " + m.replace("y", 9) + " " + m);
        try { m.compute("z", (k, v) -> { throw new IllegalStateException("x"); }); } catch (IllegalStateException e) { System.out.println(e.getMessage() + m); }
        try { m.compute("w", (k, v) -> { throw new IllegalStateException("x"); }); } catch (IllegalStateException e) { System.out.println(e.getMessage() + m + m.size()); }
        System.out.println(m.put("w", 1) + " " + m.keySet() + m.values() + m.remove("w", 2) + m.remove("w", 1) + m.isEmpty() + m.getOrDefault("w", 7));
        m.clear(); System.out.println(m.isEmpty() + " " + m);
        Semaphore s = new Semaphore(2); s.acquire(); System.out.println(s.availablePermits() + " " + s.tryAcquire(2) + " " + s.tryAcquire() + " " + s.drainPermits()); s.release(3); System.out.println(s.drainPermits());
        BlockingQueue<Integer> q = new ArrayBlockingQueue<>(2); System.out.println(q.offer(1) + " " + q.offer(2) + " " + q.offer(3) + " " + q + q.size() + q.peek() + q.remove(2) + q.remainingCapacity() + q.contains(1) + q.poll() + q.poll());
        ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 5); System.out.println(t.get()); t.set(6); System.out.println(t.get()); t.remove(); System.out.println(t.get());
        ExecutorService p = Executors.newFixedThreadPool(2); Future<Integer> f = p.submit(() -> 42); System.out.println(f.get() + " " + f.isDone()); p.shutdown(); System.out.println(p.awaitTermination(1, TimeUnit.SECONDS) + " " + p.isTerminated());
        CompletableFuture<Integer> c = new CompletableFuture<>(); CompletableFuture<Integer> d = c.thenApply(x -> x + 1); System.out.println(d.isDone()); c.complete(1); System.out.println(d.join() + " " + d.getNow(0));
    }
}
