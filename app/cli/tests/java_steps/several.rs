//! Programs whose threads wait for what does not come: pools that are too small, one element for several takers, conditions that nobody signals,
//! permits that a way out keeps; and steps of atomics. Each with what it prints once it is repaired.

/// The slip, a class `C`, and the texts that it may print after the sure repairs.
pub const SEVERAL: &[(&str, &str, &[&str])] = &[
    (
        "a barrier for more tasks than the pool has threads, in a field and in a variable",
        r#"import java.util.concurrent.*;
public class C {
 static final int N = 2;
 static final ExecutorService small = Executors.newFixedThreadPool(1);
 public static void main(String[] args) throws Exception {
  CyclicBarrier barrier = new CyclicBarrier(N);
  for (int i = 0; i < N; i++) {
   small.execute(() -> { try { barrier.await(); } catch (InterruptedException | BrokenBarrierException e) { return; } });
  }
  small.shutdown();
  small.awaitTermination(1, TimeUnit.MINUTES);
  ExecutorService pool = Executors.newSingleThreadExecutor();
  CountDownLatch all = new CountDownLatch(2);
  Runnable task = () -> { all.countDown(); try { all.await(); } catch (InterruptedException e) { return; } };
  pool.execute(task);
  pool.execute(task);
  pool.shutdown();
  pool.awaitTermination(1, TimeUnit.MINUTES);
  System.out.println("met");
 }
}"#,
        &["met"],
    ),
    (
        "one last element for two threads",
        r#"import java.util.concurrent.*;
public class C {
 public static void main(String[] args) throws InterruptedException {
  BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
  Runnable taker = () -> {
   try {
    while (true) {
     int job = queue.take();
     if (job == -1) return;
    }
   } catch (InterruptedException e) { return; }
  };
  Thread a = new Thread(taker);
  Thread b = new Thread(taker);
  a.start();
  b.start();
  queue.put(1);
  queue.put(-1);
  a.join();
  b.join();
  System.out.println("ended");
 }
}"#,
        &["ended"],
    ),
    (
        "the same with a class of threads",
        r#"import java.util.concurrent.*;
public class C {
 static final String STOP = "stop";
 static class W extends Thread {
  private final BlockingQueue<String> in;
  W(BlockingQueue<String> in) { this.in = in; }
  public void run() {
   try {
    while (true) {
     String job = in.take();
     if (job.equals(STOP)) break;
    }
   } catch (InterruptedException e) { return; }
  }
 }
 public static void main(String[] args) throws InterruptedException {
  BlockingQueue<String> in = new ArrayBlockingQueue<>(4);
  W a = new W(in), b = new W(in);
  a.start();
  b.start();
  in.put("a");
  in.put(STOP);
  a.join();
  b.join();
  System.out.println("ended");
 }
}"#,
        &["ended"],
    ),
    (
        "a condition that nobody signals",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private final Condition full = lock.newCondition(), empty = lock.newCondition();
 private String slot;
 void put(String s) throws InterruptedException {
  lock.lock();
  try { while (slot != null) full.await(); slot = s; full.signal(); } finally { lock.unlock(); }
 }
 String take() throws InterruptedException {
  lock.lock();
  try { while (slot == null) empty.await(); String s = slot; slot = null; full.signal(); return s; } finally { lock.unlock(); }
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { try { c.put("a"); } catch (InterruptedException e) { return; } });
  t.start();
  System.out.println(c.take());
  t.join();
 }
}"#,
        &["a"],
    ),
    (
        "a permit that one way out keeps",
        r#"import java.util.concurrent.Semaphore;
public class C {
 private final Semaphore s = new Semaphore(1);
 int use(int n) throws InterruptedException {
  s.acquire();
  if (n == 0) {
   s.release();
   return 0;
  }
  if (n < 0) {
   return -1;
  }
  int r = 10 / n;
  s.release();
  return r;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { try { c.use(-1); } catch (InterruptedException e) { return; } });
  t.start();
  t.join();
  System.out.println(c.use(0) + c.use(5));
 }
}"#,
        &["2"],
    ),
    (
        "a result that is returned before the tasks are done",
        r#"import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
public class C {
 static int sum() {
  AtomicInteger sum = new AtomicInteger();
  ExecutorService pool = Executors.newFixedThreadPool(2);
  pool.execute(() -> sum.addAndGet(1));
  pool.execute(() -> sum.addAndGet(2));
  pool.shutdown();
  return sum.get();
 }
 public static void main(String[] args) { System.out.println(sum()); }
}"#,
        &["3"],
    ),
    (
        "an answer of `putIfAbsent` that nobody looks at",
        r#"import java.util.concurrent.*;
public class C {
 static class User { int visits; synchronized void visit() { visits++; } synchronized int visits() { return visits; } }
 private final ConcurrentMap<String, User> users = new ConcurrentHashMap<>();
 void visit(String name) {
  User user = new User();
  users.putIfAbsent(name, user);
  user.visit();
 }
 void see(String name) {
  User user = users.get(name);
  if (user == null) {
   user = new User();
   users.putIfAbsent(name, user);
  }
  user.visit();
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { c.visit("a"); c.see("b"); }), u = new Thread(() -> { c.visit("a"); c.see("b"); });
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.users.get("a").visits() + " " + c.users.get("b").visits());
 }
}"#,
        &["2 2"],
    ),
    (
        "a list that is copied, changed and set",
        r#"import java.util.*;
import java.util.concurrent.atomic.AtomicReference;
public class C {
 private final AtomicReference<List<String>> all = new AtomicReference<>(List.of());
 void add(String one) {
  List<String> copy = new ArrayList<>(all.get());
  copy.add(one);
  all.set(List.copyOf(copy));
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> c.add("a")), u = new Thread(() -> c.add("b"));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.all.get().size());
 }
}"#,
        &["2"],
    ),
    (
        "two atomics with a bound between them",
        r#"import java.util.concurrent.atomic.AtomicInteger;
public class C {
 private final AtomicInteger low = new AtomicInteger(0), high = new AtomicInteger(10);
 void setLow(int v) { if (v > high.get()) { throw new IllegalArgumentException("low"); } low.set(v); }
 void setHigh(int v) { if (v < low.get()) { throw new IllegalArgumentException("high"); } high.set(v); }
 boolean isValid() { return low.get() <= high.get(); }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { try { c.setLow(6); } catch (IllegalArgumentException e) { return; } });
  Thread u = new Thread(() -> { try { c.setHigh(4); } catch (IllegalArgumentException e) { return; } });
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.isValid());
 }
}"#,
        &["true"],
    ),
];

/// Right programs, of which nothing is said but that annotations are missing.
pub const RIGHT: &[(&str, &str)] = &[
    (
        "as many threads as parties, and tasks that wait for those of another pool",
        r#"import java.util.concurrent.*;
public class C {
 public static void main(String[] args) throws Exception {
  ExecutorService pool = Executors.newFixedThreadPool(2), other = Executors.newSingleThreadExecutor();
  CyclicBarrier barrier = new CyclicBarrier(2);
  for (int i = 0; i < 2; i++) {
   pool.execute(() -> { try { barrier.await(); } catch (InterruptedException | BrokenBarrierException e) { return; } });
  }
  Future<Integer> sum = pool.submit(() -> { Future<Integer> f = other.submit(() -> 1); return f.get(); });
  System.out.println(sum.get());
  pool.shutdown();
  other.shutdown();
 }
}"#,
    ),
    (
        "one element for each taker, or one that is put back",
        r#"import java.util.concurrent.*;
public class C {
 public static void main(String[] args) throws InterruptedException {
  BlockingQueue<Integer> a = new LinkedBlockingQueue<>(), b = new LinkedBlockingQueue<>();
  Runnable taker = () -> { try { while (true) { int job = a.take(); if (job == -1) return; } } catch (InterruptedException e) { return; } };
  Runnable fair = () -> { try { while (true) { int job = b.take(); if (job == -2) { b.put(-2); return; } } } catch (InterruptedException e) { return; } };
  Thread p = new Thread(taker), q = new Thread(taker), r = new Thread(fair), s = new Thread(fair);
  p.start(); q.start(); r.start(); s.start();
  a.put(-1); a.put(-1); b.put(-2);
  p.join(); q.join(); r.join(); s.join();
 }
}"#,
    ),
    (
        "a permit for each element of a set",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 private final Set<String> all = ConcurrentHashMap.newKeySet();
 private final Semaphore free = new Semaphore(2);
 boolean add(String s) throws InterruptedException { free.acquire(); boolean added = false; try { added = all.add(s); return added; } finally { if (!added) free.release(); } }
 void remove(String s) { if (all.remove(s)) free.release(); }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> c.remove("a"));
  c.add("a"); t.start(); c.add("b"); t.join();
 }
}"#,
    ),
    (
        "`putIfAbsent` of an object that nobody goes on with, and one whose answer counts",
        r#"import java.util.concurrent.*;
public class C {
 static class User { synchronized void visit() { } }
 private final ConcurrentMap<String, User> users = new ConcurrentHashMap<>();
 void join(String name) { User user = new User(); users.putIfAbsent(name, user); }
 User user(String name) { User user = new User(); User old = users.putIfAbsent(name, user); return old == null ? user : old; }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { c.join("a"); c.user("b").visit(); }), u = new Thread(() -> { c.join("a"); c.user("b").visit(); });
  t.start(); u.start(); t.join(); u.join();
 }
}"#,
    ),
    (
        "tasks in an array and in a list that are asked once their threads have ended",
        r#"import java.util.*;
public class C {
 static class Tile implements Runnable { private int colour; public void run() { colour = 3; } int colour() { return colour; } }
 static class Part extends Thread { private int sum; public void run() { sum = 4; } int sum() { return sum; } }
 public static void main(String[] args) throws InterruptedException {
  Tile[] tiles = new Tile[2]; Thread[] ts = new Thread[2];
  for (int i = 0; i < 2; i++) { tiles[i] = new Tile(); ts[i] = new Thread(tiles[i]); ts[i].start(); }
  for (Thread t : ts) t.join();
  List<Tile> more = new ArrayList<>(); List<Thread> threads = new ArrayList<>();
  for (int i = 0; i < 2; i++) { Tile t = new Tile(); more.add(t); threads.add(new Thread(t)); }
  for (Thread t : threads) { t.start(); }
  for (Thread t : threads) { t.join(); }
  List<Part> parts = new ArrayList<>();
  for (int i = 0; i < 2; i++) { Part p = new Part(); parts.add(p); p.start(); }
  for (Part p : parts) p.join();
  int sum = 0;
  for (Tile t : tiles) sum += t.colour();
  for (Tile t : more) sum += t.colour();
  for (Part p : parts) sum += p.sum();
  System.out.println(sum);
 }
}"#,
    ),
    (
        "the action of a barrier reads what each has in its own cell",
        r#"import java.util.concurrent.*;
public class C {
 static final int N = 2;
 static final int[] sums = new int[N];
 public static void main(String[] args) throws InterruptedException {
  CyclicBarrier barrier = new CyclicBarrier(N, () -> { int s = 0; for (int r : sums) s += r; System.out.println(s); });
  ExecutorService pool = Executors.newFixedThreadPool(N);
  for (int i = 0; i < N; i++) {
   final int own = i;
   pool.execute(() -> { sums[own] += 5; try { barrier.await(); } catch (InterruptedException | BrokenBarrierException e) { return; } });
  }
  pool.shutdown();
 }
}"#,
    ),
    (
        "every access holds one lock, and no annotation says so",
        r#"import java.util.concurrent.Semaphore;
public class C {
 private int total;
 private static class Holder { static final C INSTANCE = new C(); }
 static C get() { return Holder.INSTANCE; }
 synchronized void add(int n) { total += n; }
 synchronized int total() { return total; }
 private final Semaphore permits = new Semaphore(2);
 private final Object fork = new Object();
 private int served;
 void serve() throws InterruptedException { permits.acquire(); try { synchronized (fork) { served++; } } finally { permits.release(); } }
 int served() { synchronized (fork) { return served; } }
 public static void main(String[] args) throws InterruptedException {
  Thread[] ts = new Thread[2];
  for (int i = 0; i < ts.length; i++) {
   ts[i] = new Thread() { @Override public void run() { C.get().add(1); try { C.get().serve(); } catch (InterruptedException e) { return; } } };
   ts[i].start();
  }
  for (Thread t : ts) t.join();
  System.out.println(C.get().total() + C.get().served());
 }
}"#,
    ),
];
