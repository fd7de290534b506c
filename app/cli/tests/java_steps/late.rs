//! Programs in which something comes too late, too early, or in two parts that belong together, each with what it prints once it is repaired.

/// The slip, a class `C`, and the texts that it may print after the sure repairs.
pub const LATE: &[(&str, &str, &[&str])] = &[
    (
        "a number that is compared and set, whose answer nobody looks at",
        r#"import java.util.concurrent.atomic.*;
public class C {
 private final AtomicInteger left = new AtomicInteger(1);
 private int taken;
 boolean take() {
  int n = left.get();
  if (n == 0) return false;
  left.compareAndSet(n, n - 1);
  return true;
 }
 synchronized void count() { taken++; }
 synchronized int taken() { return taken; }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread a = new Thread(() -> { if (c.take()) c.count(); }), b = new Thread(() -> { if (c.take()) c.count(); });
  a.start(); b.start(); a.join(); b.join();
  System.out.println(c.taken());
 }
}"#,
        &["1"],
    ),
    (
        "counts that are read in one step and set back in another",
        r#"import java.util.concurrent.atomic.*;
public class C {
 private final LongAdder hits = new LongAdder();
 private final AtomicInteger miss = new AtomicInteger();
 long drain() { long n = hits.sum(); hits.reset(); return n; }
 int other() {
  int n = miss.get();
  miss.set(0);
  return n;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { c.hits.increment(); c.miss.incrementAndGet(); });
  t.start();
  long n = c.drain() + c.other();
  t.join();
  System.out.println(n + c.drain() + c.other());
 }
}"#,
        &["2"],
    ),
    (
        "a permit that is waited for with the one that who gives it needs",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 private final Queue<Integer> items = new ConcurrentLinkedQueue<>();
 private final Semaphore mutex = new Semaphore(1), filled = new Semaphore(0);
 void put(int n) throws InterruptedException {
  mutex.acquire();
  try { items.add(n); } finally { mutex.release(); }
  filled.release();
 }
 int take() throws InterruptedException {
  mutex.acquire();
  filled.acquire();
  try { return items.remove(); } finally { mutex.release(); }
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { try { c.put(1); } catch (InterruptedException e) { return; } });
  t.start();
  System.out.println(c.take());
  t.join();
 }
}"#,
        &["1"],
    ),
    (
        "a daemon that has started, a task for a pool that takes no more, a latch that is awaited before all have started",
        r#"import java.util.concurrent.*;
public class C {
 public static void main(String[] args) throws Exception {
  Thread t = new Thread(() -> { });
  t.start();
  t.setDaemon(true);
  t.join();
  ExecutorService pool = Executors.newFixedThreadPool(2);
  Future<Integer> a = pool.submit(() -> 1);
  pool.shutdown();
  Future<Integer> b = pool.submit(() -> 2);
  CountDownLatch done = new CountDownLatch(2);
  Thread c = new Thread(done::countDown), d = new Thread(() -> done.countDown());
  c.start();
  done.await();
  d.start();
  System.out.println(a.get() + b.get());
 }
}"#,
        &["3"],
    ),
    (
        "two parts with one explicit lock",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private int next = 0;
 private final String[] names = new String[4];
 int add(String s) {
  int slot;
  lock.lock();
  try {
   slot = next;
  } finally {
   lock.unlock();
  }
  names[slot] = s;
  lock.lock();
  try {
   next = slot + 1;
  } finally {
   lock.unlock();
  }
  return slot;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread a = new Thread(() -> c.add("a")), b = new Thread(() -> c.add("b"));
  a.start(); b.start(); a.join(); b.join();
  System.out.println(c.add("c"));
 }
}"#,
        &["2"],
    ),
    (
        "a latch that is awaited with the lock of who opens it",
        r#"import java.util.concurrent.CountDownLatch;
public class C {
 private final CountDownLatch loaded = new CountDownLatch(1);
 private String data;
 synchronized void load() { data = "42"; loaded.countDown(); }
 synchronized String get() throws InterruptedException {
  loaded.await();
  return data;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(c::load);
  t.start();
  System.out.println(c.get());
  t.join();
 }
}"#,
        &["42"],
    ),
    (
        "the locks of two objects, in the method that takes both, and in one that calls it with its own",
        r#"public class C {
 static class Acc {
  private int cents = 10;
  synchronized void move(Acc to, int n) {
   synchronized (to) {
    cents -= n;
    to.cents += n;
   }
  }
  synchronized void fee(Acc bank) {
   if (cents > 5) move(bank, 1);
  }
 }
 public static void main(String[] args) throws InterruptedException {
  Acc a = new Acc(), b = new Acc();
  Thread t = new Thread(() -> a.move(b, 2)), u = new Thread(() -> b.fee(a));
  t.start(); u.start(); t.join(); u.join();
  synchronized (a) { System.out.println(a.cents); }
 }
}"#,
        &["9"],
    ),
    (
        "a list that is put into a concurrent map, and added to",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 private final Map<String, List<String>> all = new ConcurrentHashMap<>();
 void add(String k, String v) {
  List<String> l = all.get(k);
  if (l == null) {
   l = new ArrayList<>();
   all.put(k, l);
  }
  l.add(v);
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> c.add("k", "a")), u = new Thread(() -> c.add("k", "b"));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.all.get("k").size());
 }
}"#,
        &["2"],
    ),
    (
        "a lock that is tried, and kept",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final ReentrantLock lock = new ReentrantLock();
 private /*# guarded_by lock */ int n;
 void add() { if (lock.tryLock()) { n++; } }
 int get() { lock.lock(); try { return n; } finally { lock.unlock(); } }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread a = new Thread(c::add);
  a.start(); a.join();
  System.out.println(c.get());
 }
}"#,
        &["1"],
    ),
    (
        "a lock that is taken twice, and given back once",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final ReentrantLock lock = new ReentrantLock();
 private int n;
 void add() { lock.lock(); try { n++; } finally { lock.unlock(); } }
 void twice() {
  lock.lock();
  lock.lock();
  try { n += 2; } finally { lock.unlock(); }
 }
 int get() { lock.lock(); try { return n; } finally { lock.unlock(); } }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread a = new Thread(c::twice), b = new Thread(c::add);
  a.start(); b.start(); a.join(); b.join();
  System.out.println(c.get());
 }
}"#,
        &["3"],
    ),
    (
        "a thread of its own object, a volatile list that changes",
        r#"import java.util.*;
public class C {
 private long ticks;
 private volatile List<String> all = new ArrayList<>();
 Thread begin() { return new Thread(() -> { ticks++; all.add("a"); }); }
 long ticks() { return ticks; }
 void add(String s) { all.add(s); }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = c.begin();
  t.start();
  c.add("b");
  t.join();
  System.out.println(c.ticks() + c.all.size());
 }
}"#,
        &["3"],
    ),
    (
        "a flag that is waited for, and that nothing sets",
        r#"public class C {
 private int value;
 private boolean set = false;
 synchronized int get() throws InterruptedException {
  while (!set) wait();
  return value;
 }
 synchronized void set(int v) {
  value = v;
  notifyAll();
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> c.set(5));
  t.start();
  System.out.println(c.get());
  t.join();
 }
}"#,
        &["5"],
    ),
];

/// Right programs, of which nothing is said but that annotations are missing.
pub const RIGHT: &[(&str, &str)] = &[
    (
        "compared and set as long as others come before, or once by whoever is first",
        r#"import java.util.concurrent.atomic.*;
public class C {
 static final AtomicInteger n = new AtomicInteger();
 static final AtomicBoolean on = new AtomicBoolean();
 static void up() {
  int old;
  do { old = n.get(); } while (!n.compareAndSet(old, old + 1));
  int seen = n.get();
  while (!n.compareAndSet(seen, seen + 1)) { seen = n.get(); }
  on.compareAndSet(false, true);
 }
 public static void main(String[] args) throws InterruptedException {
  Thread a = new Thread(C::up), b = new Thread(C::up);
  a.start(); b.start(); a.join(); b.join();
 }
}"#,
    ),
    (
        "permits in the order of a buffer, and a latch that other threads open",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 private final Queue<Integer> items = new ConcurrentLinkedQueue<>();
 private final Semaphore mutex = new Semaphore(1), filled = new Semaphore(0);
 void put(int n) throws InterruptedException { mutex.acquire(); try { items.add(n); } finally { mutex.release(); } filled.release(); }
 int take() throws InterruptedException { filled.acquire(); mutex.acquire(); try { return items.remove(); } finally { mutex.release(); } }
 public static void main(String[] args) throws Exception {
  C c = new C();
  CountDownLatch one = new CountDownLatch(1);
  Thread t = new Thread(() -> { try { c.put(1); } catch (InterruptedException e) { return; } one.countDown(); });
  t.setDaemon(true);
  t.start();
  one.await();
  Thread u = new Thread(() -> System.out.println(one.getCount()));
  u.start();
  System.out.println(c.take());
  u.join();
  ExecutorService pool = Executors.newFixedThreadPool(2);
  Future<Integer> f = pool.submit(() -> 2);
  pool.shutdown();
  System.out.println(f.get());
 }
}"#,
    ),
    (
        "barriers for all who come, and locks that are given back as often as they are taken",
        r#"import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class C {
 static final ReentrantLock lock = new ReentrantLock();
 private static volatile List<String> seen = List.of();
 static synchronized void see(String s) { List<String> copy = new ArrayList<>(seen); copy.add(s); seen = copy; }
 static void twice() { lock.lock(); try { lock.lock(); try { System.out.println(seen.size()); } finally { lock.unlock(); } } finally { lock.unlock(); } }
 static void tries() { if (lock.tryLock()) { try { System.out.println("free"); } finally { lock.unlock(); } } }
 public static void main(String[] args) throws Exception {
  CyclicBarrier three = new CyclicBarrier(3);
  for (int i = 0; i < 2; i++) { new Thread(() -> { try { three.await(); } catch (Exception e) { return; } }).start(); }
  three.await();
  BlockingQueue<String> q = new LinkedBlockingQueue<>();
  q.offer("a");
  Thread t = new Thread(() -> { see("a"); twice(); tries(); });
  t.start();
  see("b");
  t.join();
 }
}"#,
    ),
];
