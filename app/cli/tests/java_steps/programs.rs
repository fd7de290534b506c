//! Whole programs with a slip that no lock is missing for, each with what it prints once it is repaired, whatever the schedule.

/// The slip, a class `C`, and the texts that it may print after the sure repairs.
pub const PROGRAMS: &[(&str, &str, &[&str])] = &[
    (
        "a number that is looked at and then taken down",
        r#"import java.util.concurrent.atomic.AtomicInteger;
public class C {
 private final AtomicInteger free = new AtomicInteger(1);
 private final AtomicInteger sold = new AtomicInteger();
 void sell() {
  if (free.get() > 0) {
   free.decrementAndGet();
   sold.incrementAndGet();
  }
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.sell()); Thread t1 = new Thread(() -> p.sell()); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.sold.get() + " " + p.free.get());
 }
}"#,
        &["1 0"],
    ),
    (
        "the same behind an `if` that leaves",
        r#"import java.util.concurrent.atomic.AtomicInteger;
public class C {
 private final AtomicInteger free = new AtomicInteger(1);
 boolean take() {
  if (free.get() <= 0) { return false; }
  free.set(free.get() - 1);
  return true;
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.take()); Thread t1 = new Thread(() -> p.take()); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.free.get());
 }
}"#,
        &["0"],
    ),
    (
        "a truth value that is looked at and then set",
        r#"import java.util.concurrent.atomic.AtomicBoolean;
public class C {
 private final AtomicBoolean opened = new AtomicBoolean();
 private final java.util.concurrent.atomic.AtomicInteger times = new java.util.concurrent.atomic.AtomicInteger();
 void open() {
  if (!opened.get()) {
   opened.set(true);
   times.incrementAndGet();
  }
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.open()); Thread t1 = new Thread(() -> p.open()); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.times.get());
 }
}"#,
        &["1"],
    ),
    (
        "a number in a map, by a variable and two branches",
        r#"import java.util.concurrent.ConcurrentHashMap;
import java.util.Map;
public class C {
 private final Map<String, Long> hits = new ConcurrentHashMap<>();
 void hit(String page) {
  Long n = hits.get(page);
  if (n == null) {
   hits.put(page, 1L);
  } else { hits.put(page, n + 1); }
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.hit("a")); Thread t1 = new Thread(() -> p.hit("a")); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.hits);
 }
}"#,
        &["{a=2}"],
    ),
    (
        "a number in a map, by two looks",
        r#"import java.util.concurrent.ConcurrentHashMap;
public class C {
 private final ConcurrentHashMap<String, Integer> stock = new ConcurrentHashMap<>();
 void deliver(String good, int amount) {
  if (stock.get(good) == null) {
   stock.put(good, amount);
  } else { stock.put(good, stock.get(good) + amount); }
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.deliver("x", 2)); Thread t1 = new Thread(() -> p.deliver("x", 3)); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.stock);
 }
}"#,
        &["{x=5}"],
    ),
    (
        "a place in a map that one may have",
        r#"import java.util.concurrent.ConcurrentHashMap;
public class C {
 private final ConcurrentHashMap<Integer, String> seats = new ConcurrentHashMap<>();
 boolean book(int seat, String who) {
  if (seats.containsKey(seat)) { return false; }
  seats.put(seat, who);
  return true;
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> System.out.println(p.book(1, "a"))); Thread t1 = new Thread(() -> System.out.println(p.book(1, "b"))); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.seats.size());
 }
}"#,
        &["true\nfalse\n1", "false\ntrue\n1"],
    ),
    (
        "a set that says if something was new",
        r#"import java.util.concurrent.ConcurrentHashMap;
import java.util.Set;
public class C {
 private final Set<String> seen = ConcurrentHashMap.newKeySet();
 private final java.util.concurrent.atomic.AtomicInteger first = new java.util.concurrent.atomic.AtomicInteger();
 void visit(String page) {
  if (!seen.contains(page)) {
   seen.add(page);
   first.incrementAndGet();
  }
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.visit("a")); Thread t1 = new Thread(() -> p.visit("a")); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.first.get());
 }
}"#,
        &["1"],
    ),
    (
        "a vector that is asked and then changed",
        r#"import java.util.Vector;
public class C {
 private final Vector<Integer> queue = new Vector<>();
 Integer next() {
  if (queue.isEmpty()) { return null; }
  return queue.remove(0);
 }
 public static void main(String[] args) throws Exception {
  C p = new C();
  p.queue.add(4); Thread t0 = new Thread(() -> System.out.println(p.next())); Thread t1 = new Thread(() -> System.out.println(p.next())); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.queue.size());
 }
}"#,
        &["4\nnull\n0", "null\n4\n0"],
    ),
    (
        "two synchronized calls, the first by a variable",
        r#"public class C {
 private int money = 10;
 synchronized int money() { return money; }
 synchronized void setMoney(int m) { money = m; }
 void pay(int amount) {
  int now = money();
  setMoney(now - amount);
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.pay(2)); Thread t1 = new Thread(() -> p.pay(3)); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.money());
 }
}"#,
        &["5"],
    ),
    (
        "a synchronized list that is asked and then changed",
        r#"import java.util.*;
public class C {
 private final List<String> names = Collections.synchronizedList(new ArrayList<>());
 void enter(String name) {
  if (!names.contains(name)) { names.add(name); }
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.enter("a")); Thread t1 = new Thread(() -> p.enter("a")); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.names.size());
 }
}"#,
        &["1"],
    ),
    (
        "a volatile flag that is looked at and then set",
        r#"public class C {
 private volatile boolean started;
 private final java.util.concurrent.atomic.AtomicInteger runs = new java.util.concurrent.atomic.AtomicInteger();
 void once() {
  if (!started) {
   started = true;
   runs.incrementAndGet();
  }
 }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.once()); Thread t1 = new Thread(() -> p.once()); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.runs.get());
 }
}"#,
        &["1"],
    ),
    (
        "a volatile sum",
        r#"public class C {
 private volatile long total;
 void add(int n) { total += n; }
 long total() { return total; }
 public static void main(String[] args) throws Exception {
  C p = new C(); Thread t0 = new Thread(() -> p.add(2)); Thread t1 = new Thread(() -> p.add(3)); t0.start(); t1.start(); t0.join(); t1.join();
  System.out.println(p.total());
 }
}"#,
        &["5"],
    ),
    (
        "a thread that its constructor starts too early",
        r#"public class C extends Thread {
 private String title;
 private int count;
 C(String title) {
  count = 3;
  start();
  this.title = title;
 }
 @Override
 public void run() { System.out.println(title + count); }
 public static void main(String[] args) throws InterruptedException { C k = new C("x"); k.join(); }
}"#,
        &["x3"],
    ),
    (
        "a value that is read in front of the wait",
        r#"public class C {
 private int result;
 void work() { result = 7; }
 public static void main(String[] args) throws InterruptedException {
  C k = new C(); Thread t = new Thread(k::work); t.start();
  int r = k.result;
  System.out.println(r); t.join();
 }
}"#,
        &["7"],
    ),
    (
        "an array in which a stream counts",
        r#"import java.util.stream.IntStream;
public class C {
 public static void main(String[] args) {
  int[] counts = new int[2];
  IntStream.range(0, 4).parallel().forEach(i -> { counts[i % 2]++; });
  System.out.println(counts[0] + " " + counts[1]);
 }
}"#,
        &["2 2"],
    ),
    (
        "an array that threads look at and then change",
        r#"public class C {
 private final Object lock = new Object();
 private final boolean[] taken = new boolean[2];
 boolean take(int seat) {
  if (taken[seat]) { return false; }
  taken[seat] = true;
  return true;
 }
 void free(int seat) { taken[seat] = false; }
 public static void main(String[] args) throws InterruptedException { C k = new C(); Thread a = new Thread(() -> System.out.println(k.take(0))); Thread b = new Thread(() -> System.out.println(k.take(0))); a.start(); b.start(); a.join(); b.join(); }
}"#,
        &["true\nfalse", "false\ntrue"],
    ),
    (
        "two explicit locks in both orders",
        r#"import java.util.concurrent.locks.ReentrantLock;
public class C {
 private static final ReentrantLock north = new ReentrantLock();
 private static final ReentrantLock south = new ReentrantLock();
 private static int cars;
 static void go() {
  north.lock();
  south.lock();
  try { cars++; } finally {
   south.unlock();
   north.unlock();
  }
 }
 static void back() {
  south.lock();
  north.lock();
  try { cars--; } finally {
   north.unlock();
   south.unlock();
  }
 }
 public static void main(String[] args) throws InterruptedException {
  Thread a = new Thread(C::go); Thread b = new Thread(C::back); a.start(); b.start(); a.join(); b.join();
  System.out.println(cars);
 }
}"#,
        &["0"],
    ),
    (
        "a list in a record",
        r#"import java.util.*;
public class C {
 record Basket(List<String> goods, int limit) {
  boolean put(String good) {
   if (goods.size() < limit) {
    goods.add(good);
    return true;
   }
   return false;
  }
 }
 public static void main(String[] args) throws InterruptedException {
  Basket b = new Basket(new LinkedList<>(), 1); Thread x = new Thread(() -> b.put("egg")); Thread y = new Thread(() -> b.put("nut")); x.start(); y.start(); x.join(); y.join();
  System.out.println(b.goods().size());
 }
}"#,
        &["1"],
    ),
    (
        "a lock of a variable beside that of the class",
        r#"public class C {
 private static int points;
 public static void main(String[] args) throws InterruptedException {
  Object mine = new Object();
  Runnable r = () -> {
   synchronized (mine) { points++; }
  }; Thread a = new Thread(r); a.start();
  synchronized (C.class) { points++; }
  a.join();
  System.out.println(points);
 }
}"#,
        &["2"],
    ),
    (
        "a list in a map that two threads make",
        r#"import java.util.concurrent.ConcurrentHashMap;
import java.util.*;
public class C {
 private final Map<String, List<String>> groups = new ConcurrentHashMap<>();
 List<String> of(String name) {
  List<String> found = groups.get(name);
  if (found == null) {
   found = Collections.synchronizedList(new ArrayList<>());
   groups.put(name, found);
  }
  return found;
 }
 public static void main(String[] args) throws InterruptedException {
  C k = new C(); Thread a = new Thread(() -> k.of("x").add("1")); Thread b = new Thread(() -> k.of("x").add("2")); a.start(); b.start(); a.join(); b.join();
  System.out.println(k.of("x").size());
 }
}"#,
        &["2"],
    ),
    (
        "a reference that is looked at and then set",
        r#"import java.util.concurrent.atomic.AtomicReference;
public class C {
 private final AtomicReference<String> winner = new AtomicReference<>();
 void finish(String name) {
  if (winner.get() == null) {
   winner.set(name);
   System.out.println(name + " wins");
  }
 }
 public static void main(String[] args) throws InterruptedException { C k = new C(); Thread a = new Thread(() -> k.finish("a")); Thread b = new Thread(() -> k.finish("b")); a.start(); b.start(); a.join(); b.join(); }
}"#,
        &["a wins", "b wins"],
    ),
];
