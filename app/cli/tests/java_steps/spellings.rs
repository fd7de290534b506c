//! Whole programs with slips in the words of other students: classes without a name, tasks in lists, objects that a method lends, locks by
//! methods; each with what it prints once it is repaired, whatever the schedule.

/// The slip, a class `C`, and the texts that it may print after the sure repairs.
pub const SPELLINGS: &[(&str, &str, &[&str])] = &[
    (
        "a list that a getter gives away, read by a class without a name",
        r#"import java.util.*;
public class C {
 private final List<String> names = new ArrayList<>();
 synchronized void add(String name) { names.add(name); }
 synchronized List<String> names() { return names; }
 public static void main(String[] args) throws InterruptedException {
  final C c = new C();
  Thread t = new Thread(new Runnable() { public void run() { c.add("a"); } });
  Thread u = new Thread(new Runnable() { public void run() { for (String name : c.names()) name.length(); } });
  t.start(); u.start(); t.join(); u.join();
  System.out.println("over");
 }
}"#,
        &["over"],
    ),
    (
        "an early way out gives the lock back, and an exception does not",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private int n = 3;
 boolean take(String by) {
  lock.lock();
  if (n == 0) { lock.unlock(); return false; }
  int k = Integer.parseInt(by);
  n -= k;
  lock.unlock();
  return true;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Runnable bad = () -> { try { c.take("x"); } catch (NumberFormatException e) { } };
  Thread t = new Thread(bad), u = new Thread(() -> c.take("1"));
  t.start(); u.start(); t.join(); u.join();
  System.out.println("over");
 }
}"#,
        &["over"],
    ),
    (
        "a latch that is counted down, and awaited by nobody",
        r#"import java.util.concurrent.*;
public class C {
 private int total;
 synchronized void add(int n) { total += n; }
 synchronized int total() { return total; }
 public static void main(String[] args) {
  C c = new C();
  CountDownLatch done = new CountDownLatch(2);
  for (int i = 0; i < 2; i++) {
   new Thread(() -> { c.add(2); done.countDown(); }).start();
  }
  System.out.println(c.total());
 }
}"#,
        &["4"],
    ),
    (
        "a list in a record that a method lends",
        r#"import java.util.*;
public class C {
 record Tour(String guide, List<String> guests) {}
 private final List<Tour> tours = new ArrayList<>();
 synchronized void open(String guide) { tours.add(new Tour(guide, new ArrayList<>())); }
 synchronized Tour find(String guide) {
  for (Tour t : tours) if (t.guide().equals(guide)) return t;
  return null;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C(); c.open("eva");
  Thread t = new Thread(() -> c.find("eva").guests().add("tom")), u = new Thread(() -> c.find("eva").guests().add("tim"));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.find("eva").guests().size());
 }
}"#,
        &["2"],
    ),
    (
        "an object that a method lends",
        r#"import java.util.*;
public class C {
 static class Account { int balance; void add(int n) { balance += n; } }
 private final Map<String, Account> all = new HashMap<>();
 synchronized void open(String name) { all.put(name, new Account()); }
 synchronized Account find(String name) { return all.get(name); }
 public static void main(String[] args) throws InterruptedException {
  C c = new C(); c.open("eva");
  Thread t = new Thread(() -> c.find("eva").add(1)), u = new Thread(() -> c.find("eva").add(2));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.find("eva").balance);
 }
}"#,
        &["3"],
    ),
    (
        "a list in a map that a method lends",
        r#"import java.util.*;
public class C {
 private final Map<String, List<String>> all = new HashMap<>();
 synchronized void open(String name) { all.put(name, new ArrayList<>()); }
 synchronized List<String> find(String name) { return all.get(name); }
 public static void main(String[] args) throws InterruptedException {
  C c = new C(); c.open("eva");
  Thread t = new Thread(() -> c.find("eva").add("tom")), u = new Thread(() -> c.find("eva").add("tim"));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.find("eva").size());
 }
}"#,
        &["2"],
    ),
    (
        "tasks in a list that change one collection",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 public static void main(String[] args) throws Exception {
  ExecutorService pool = Executors.newFixedThreadPool(2);
  List<String> found = new ArrayList<>();
  List<Callable<Void>> tasks = new ArrayList<>();
  for (int i = 0; i < 2; i++) {
   int n = i;
   tasks.add(() -> { found.add("w" + n); return null; });
  }
  pool.invokeAll(tasks);
  pool.shutdown();
  System.out.println(found.size());
 }
}"#,
        &["2"],
    ),
    (
        "the wrong lock, by methods",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock gate = new ReentrantLock(), cabin = new ReentrantLock();
 private int passed, out;
 void pass() { gate.lock(); try { passed++; } finally { gate.unlock(); } }
 void send() { cabin.lock(); try { out++; } finally { cabin.unlock(); } }
 void group() { cabin.lock(); try { passed += 2; } finally { cabin.unlock(); } }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> { c.pass(); c.send(); }), u = new Thread(() -> c.group());
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.passed + " " + c.out);
 }
}"#,
        &["3 1"],
    ),
    (
        "two branches that both put, with the components of a record",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 record Meal(String tank, int grams) {}
 private final Map<String, Integer> fed = new ConcurrentHashMap<>();
 void feed(Meal m) {
  if (fed.containsKey(m.tank())) {
   fed.put(m.tank(), fed.get(m.tank()) + m.grams());
  } else {
   fed.put(m.tank(), m.grams());
  }
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> c.feed(new Meal("a", 1))), u = new Thread(() -> c.feed(new Meal("a", 2)));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.fed.get("a"));
 }
}"#,
        &["3"],
    ),
    (
        "two locks in two orders, with something to do between them",
        r#"public class C {
 private final Object stage = new Object(), light = new Object();
 private int scenes, lamps;
 void play() {
  synchronized (stage) {
   scenes++;
   synchronized (light) {
    lamps++;
   }
  }
 }
 void dim() {
  synchronized (light) {
   lamps--;
   synchronized (stage) {
    scenes--;
   }
  }
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(c::play), u = new Thread(c::dim);
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.scenes + c.lamps);
 }
}"#,
        &["0"],
    ),
    (
        "a wait under an `if` with an `else`",
        r#"public class C {
 private int loaves;
 synchronized void bake() { loaves++; notifyAll(); }
 synchronized void buy() throws InterruptedException {
  if (loaves == 0) { wait(); } else { System.out.print(""); }
  loaves--;
  if (loaves < 0) { System.out.println("sold what is not there"); }
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Runnable buyer = () -> { try { c.buy(); } catch (InterruptedException e) { return; } };
  Thread t = new Thread(buyer), u = new Thread(buyer), v = new Thread(() -> { c.bake(); c.bake(); });
  t.start(); u.start(); v.start(); t.join(); u.join(); v.join();
  System.out.println("over");
 }
}"#,
        &["over"],
    ),
    (
        "an object with a map that is filled in, by a plain field",
        r#"import java.util.*;
public class C {
 static class Table {
  private final Map<String, String> at = new HashMap<>();
  private int version;
  Table(int version) { this.version = version; at.put("bern", "8:1" + version); }
 }
 private Table now = new Table(0);
 void reload(int version) { now = new Table(version); }
 int show() { Table t = now; return t.at.get("bern").length() + t.version - t.version; }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread t = new Thread(() -> c.reload(1)), u = new Thread(() -> c.show());
  t.start(); u.start(); t.join(); u.join();
  System.out.println(c.show());
 }
}"#,
        &["4"],
    ),
    (
        "a queue that is looked at, and then taken from",
        r#"import java.util.concurrent.*;
public class C {
 private final ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
 void take() {
  if (!q.isEmpty()) {
   int x = q.poll();
   System.out.println(x);
  }
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  c.q.add(1);
  Thread t = new Thread(c::take), u = new Thread(c::take);
  t.start(); u.start(); t.join(); u.join();
 }
}"#,
        &["1"],
    ),
    (
        "a list that locks itself, emptied by two threads",
        r#"import java.util.*;
public class C {
 static final List<String> jobs = Collections.synchronizedList(new ArrayList<>(List.of("a")));
 static void work() {
  while (!jobs.isEmpty()) {
   String job = jobs.remove(0);
   System.out.println(job);
  }
 }
 public static void main(String[] args) throws InterruptedException {
  Thread t = new Thread(C::work), u = new Thread(C::work);
  t.start(); u.start(); t.join(); u.join();
 }
}"#,
        &["a"],
    ),
    (
        "an array of one number that classes without names count in",
        r#"public class C {
 public static void main(String[] args) throws InterruptedException {
  final long[] v = {0};
  Thread t = new Thread() { public void run() { v[0] += 2; } };
  Thread u = new Thread(new Runnable() { public void run() { v[0] += 3; } });
  t.start(); u.start(); t.join(); u.join();
  System.out.println(v[0]);
 }
}"#,
        &["5"],
    ),
    (
        "a map that two classes without names put into",
        r#"import java.util.*;
public class C {
 public static void main(String[] args) throws InterruptedException {
  final Map<String, Integer> m = new HashMap<>();
  Thread t = new Thread(new Runnable() { public void run() { m.put("a", 1); } });
  Thread u = new Thread(new Runnable() { public void run() { m.put("b", 1); } });
  t.start(); u.start(); t.join(); u.join();
  System.out.println(m.size());
 }
}"#,
        &["2"],
    ),
    (
        "a constructor that starts a thread in front of two fields",
        r#"public class C implements Runnable {
 private final Thread motor;
 private int floors;
 private String brand;
 C(int floors, String brand) {
  this.motor = new Thread(this);
  this.motor.start();
  this.floors = floors;
  this.brand = brand;
 }
 public void run() { System.out.println(floors + " " + brand); }
 public static void main(String[] args) throws InterruptedException {
  C c = new C(4, "otto");
  c.motor.join();
 }
}"#,
        &["4 otto"],
    ),
];
