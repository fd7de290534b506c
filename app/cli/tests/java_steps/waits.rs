//! Whole programs with a wait that goes wrong, or none where one is meant, each with what it prints once it is repaired, whatever the schedule.

/// The slip, a class `C`, and the texts that it may print after the sure repairs.
pub const WAITS: &[(&str, &str, &[&str])] = &[
    (
        "a join that is forgotten beside another one",
        r#"public class C {
 private int n;
 synchronized void up() { n++; }
 synchronized int n() { return n; }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread a = new Thread(() -> c.up());
  Thread b = new Thread(() -> c.up());
  a.start();
  b.start();
  a.join();
  System.out.println(c.n());
 }
}"#,
        &["2"],
    ),
    (
        "the halves of an array that is only read, and a join that is forgotten",
        r#"public class C {
 static class Part extends Thread {
  private final int[] data; private final int from, to;
  long sum;
  Part(int[] data, int from, int to) { this.data = data; this.from = from; this.to = to; }
  @Override public void run() { long s = 0; for (int i = from; i < to; i++) s += data[i]; sum = s; }
 }
 public static void main(String[] args) throws InterruptedException {
  int[] all = {3, 1, 4, 1};
  Part left = new Part(all, 0, 2);
  Part right = new Part(all, 2, 4);
  left.start();
  right.start();
  left.join();
  System.out.println(left.sum + right.sum);
 }
}"#,
        &["9"],
    ),
    (
        "no join at all",
        r#"public class C {
 static int n;
 static synchronized void up() { n++; }
 static synchronized int n() { return n; }
 public static void main(String[] args) {
  Thread t = new Thread(C::up);
  t.start();
  System.out.println(n());
 }
}"#,
        &["1"],
    ),
    (
        "threads of a list that nothing joins",
        r#"import java.util.*;
public class C {
 static int n;
 static synchronized void add(int k) { n += k; }
 static synchronized int n() { return n; }
 public static void main(String[] args) throws InterruptedException {
  List<Thread> all = new ArrayList<>();
  for (int i = 0; i < 2; i++) {
   int k = i + 1;
   Thread t = new Thread(() -> add(k));
   all.add(t);
   t.start();
  }
  System.out.println(n());
 }
}"#,
        &["3"],
    ),
    (
        "a pool that is told to end, and not waited for",
        r#"import java.util.concurrent.*;
public class C {
 private int frames;
 private synchronized void render() { frames++; }
 private synchronized int frames() { return frames; }
 public static void main(String[] args) {
  C c = new C();
  ExecutorService crew = Executors.newFixedThreadPool(2);
  crew.execute(c::render);
  crew.execute(c::render);
  crew.shutdown();
  System.out.println(c.frames());
 }
}"#,
        &["2"],
    ),
    (
        "a future that is forgotten beside another one",
        r#"import java.util.concurrent.*;
public class C {
 private int sum;
 synchronized void add(int n) { sum += n; }
 synchronized int sum() { return sum; }
 public static void main(String[] args) {
  C c = new C();
  CompletableFuture<Void> a = CompletableFuture.runAsync(() -> c.add(1));
  CompletableFuture<Void> b = CompletableFuture.runAsync(() -> c.add(2));
  a.join();
  System.out.println(c.sum());
 }
}"#,
        &["3"],
    ),
    (
        "a latch that is counted down in front of the work",
        r#"import java.util.concurrent.CountDownLatch;
public class C {
 static int planted = 0;
 public static void main(String[] args) throws InterruptedException {
  CountDownLatch done = new CountDownLatch(2);
  Object shed = new Object();
  for (int g = 0; g < 2; g++) {
   new Thread(() -> {
    done.countDown();
    synchronized (shed) { planted++; }
   }).start();
  }
  done.await();
  System.out.println("planted " + planted);
 }
}"#,
        &["planted 2"],
    ),
    (
        "a join with the lock that the thread needs",
        r#"public class C {
 private static final Object lock = new Object();
 private static int n;
 public static void main(String[] args) throws InterruptedException {
  Thread t = new Thread(() -> { synchronized (lock) { n++; } });
  t.start();
  synchronized (lock) {
   n++;
   t.join();
  }
  System.out.println(n);
 }
}"#,
        &["2"],
    ),
    (
        "one thread is woken, and threads wait for two conditions",
        r#"public class C {
 private Integer slot = null;
 synchronized void put(int v) throws InterruptedException {
  while (slot != null) wait();
  slot = v;
  notify();
 }
 synchronized int take() throws InterruptedException {
  while (slot == null) wait();
  int v = slot;
  slot = null;
  notify();
  return v;
 }
 public static void main(String[] args) throws InterruptedException {
  C box = new C();
  Thread[] all = new Thread[4];
  for (int i = 0; i < 2; i++) {
   final int n = i;
   all[i] = new Thread(() -> { try { box.put(n); } catch (InterruptedException e) { return; } });
   all[i + 2] = new Thread(() -> { try { box.take(); } catch (InterruptedException e) { return; } });
  }
  for (Thread t : all) t.start();
  for (Thread t : all) t.join();
  System.out.println("ok");
 }
}"#,
        &["ok"],
    ),
    (
        "an object that is changed once it is in a queue",
        r#"import java.util.concurrent.*;
public class C {
 static class Msg { String text = ""; }
 public static void main(String[] args) throws InterruptedException {
  BlockingQueue<Msg> q = new LinkedBlockingQueue<>();
  Thread p = new Thread(() -> {
   try {
    Msg m = new Msg();
    q.put(m);
    m.text = "hello";
   } catch (InterruptedException e) { return; }
  });
  p.start();
  System.out.println(q.take().text);
  p.join();
 }
}"#,
        &["hello"],
    ),
    (
        "a transfer between two accounts",
        r#"public class C {
 private int cents;
 C(int c) { cents = c; }
 void give(C other, int n) {
  synchronized (this) {
   synchronized (other) {
    if (cents < n) { return; }
    this.cents -= n;
    other.cents += n;
   }
  }
 }
 synchronized int cents() { return cents; }
 public static void main(String[] args) throws InterruptedException {
  C a = new C(5), b = new C(5);
  Thread t = new Thread(() -> a.give(b, 1));
  Thread u = new Thread(() -> b.give(a, 2));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(a.cents() + " " + b.cents());
 }
}"#,
        &["6 4"],
    ),
    (
        "the same by synchronized methods, and by a static one",
        r#"public class C {
 private int boxes = 5;
 synchronized boolean take(int n) { if (boxes < n) return false; boxes -= n; return true; }
 synchronized void put(int n) { boxes += n; }
 synchronized int boxes() { return boxes; }
 synchronized void moveTo(C to, int n) {
  if (take(n)) {
   to.put(n);
  }
 }
 static void move(C from, C to) {
  synchronized (from) { synchronized (to) { from.boxes--; to.boxes++; } }
 }
 public static void main(String[] args) throws InterruptedException {
  C a = new C(), b = new C();
  Thread t = new Thread(() -> a.moveTo(b, 2));
  Thread u = new Thread(() -> move(b, a));
  t.start(); u.start(); t.join(); u.join();
  System.out.println(a.boxes() + " " + b.boxes());
 }
}"#,
        &["4 6"],
    ),
    (
        "an object that a plain static field shows",
        r#"public class C {
 static class Menu { String soup; int price; }
 static Menu today;
 public static void main(String[] args) throws InterruptedException {
  Thread cook = new Thread(() -> { Menu m = new Menu(); m.soup = "lentil"; m.price = 4; today = m; });
  Thread waiter = new Thread(() -> { while (today == null) { Thread.yield(); } System.out.println(today.soup + today.price); });
  waiter.start(); cook.start(); cook.join(); waiter.join();
 }
}"#,
        &["lentil4"],
    ),
    (
        "an inner class that is a thread",
        r#"public class C {
 private int total = 0;
 class Adder extends Thread { public void run() { for (int i = 0; i < 2; i++) total++; } }
 public static void main(String[] args) throws InterruptedException {
  C c = new C(); Adder a = c.new Adder(), b = c.new Adder();
  a.start(); b.start(); a.join(); b.join();
  System.out.println(c.total);
 }
}"#,
        &["4"],
    ),
    (
        "a map that is asked without the lock",
        r#"import java.util.*;
public class C {
 private final Map<Integer, Integer> known = new HashMap<>();
 int square(int n) {
  Integer hit = known.get(n);
  if (hit != null) return hit;
  int v = n * n;
  synchronized (known) { known.put(n, v); }
  return v;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  Thread a = new Thread(() -> c.square(2)), b = new Thread(() -> c.square(2));
  a.start(); b.start(); a.join(); b.join();
  System.out.println(c.square(2));
 }
}"#,
        &["4"],
    ),
    (
        "a number that is looked at and put back by a variable",
        r#"import java.util.concurrent.atomic.*;
public class C {
 static final AtomicInteger seats = new AtomicInteger(3);
 static final AtomicLong paid = new AtomicLong();
 static void sell() {
  int left = seats.get();
  if (left > 0) {
   seats.set(left - 1);
   long p = paid.get();
   p = p * 2 + 1;
   paid.set(p);
  }
 }
 static void tell() {
  if (seats.get() > 0) {
   System.out.println("one of " + seats.get());
   seats.decrementAndGet();
  }
 }
 public static void main(String[] args) throws InterruptedException {
  Thread a = new Thread(C::sell), b = new Thread(C::sell);
  a.start(); b.start(); a.join(); b.join();
  Thread d = new Thread(C::tell), e = new Thread(C::tell);
  d.start(); e.start(); d.join(); e.join();
  System.out.println(seats.get() + " " + paid.get());
 }
}"#,
        &["one of 1\n0 3"],
    ),
    (
        "the end of a class without a name is waited for under the lock that it takes",
        r#"public class C {
 private int left = 2;
 private Thread worker;
 void open() {
  worker = new Thread(new Runnable() {
   public void run() {
    synchronized (C.this) {
     left--;
    }
   }
  });
  worker.start();
 }
 synchronized int close() throws InterruptedException {
  worker.join();
  return left;
 }
 public static void main(String[] args) throws InterruptedException {
  C c = new C();
  c.open();
  System.out.println(c.close());
 }
}"#,
        &["1"],
    ),
];
