//! Programs in which who waits holds a lock: a repair that gives it to who is waited for would make both wait for ever.

/// The wait, and a class `C`.
pub const STANDING: &[(&str, &str)] = &[
    (
        "the thread that is joined under the lock reads what it guards",
        r#"public class C {
 private int n;
 synchronized void inc() { n++; }
 int n() { return n; }
 synchronized void report() throws InterruptedException {
  Thread t = new Thread(() -> System.out.println("n " + n()));
  t.start();
  t.join();
 }
 public static void main(String[] args) throws Exception {
  C e = new C();
  Thread w = new Thread(e::inc);
  w.start();
  e.report();
  w.join();
 }
}"#,
    ),
    (
        "threads that count a latch down need the lock of who awaits it",
        r#"import java.util.concurrent.CountDownLatch;
public class C {
 private int n;
 private final CountDownLatch latch = new CountDownLatch(2);
 void work() {
  n++;
  latch.countDown();
 }
 synchronized int runAll() throws InterruptedException {
  new Thread(this::work).start();
  new Thread(this::work).start();
  latch.await();
  return n;
 }
 public static void main(String[] args) throws Exception {
  System.out.println(new C().runAll());
 }
}"#,
    ),
    (
        "the tasks of a parallel stream need the lock of who waits for its end",
        r#"import java.util.stream.*;
public class C {
 private int n;
 private void hit(int i) { n += i; }
 synchronized int all() {
  IntStream.range(0, 3).parallel().forEach(this::hit);
  return n;
 }
 public static void main(String[] args) {
  System.out.println(new C().all());
 }
}"#,
    ),
    (
        "the task of a future needs the lock of who joins it",
        r#"import java.util.concurrent.*;
public class C {
 private int v;
 void set(int x) { v = x; }
 int get() { return v; }
 synchronized int twice() {
  CompletableFuture<Integer> a = CompletableFuture.supplyAsync(this::get);
  CompletableFuture<Void> b = CompletableFuture.runAsync(() -> set(4));
  b.join();
  return a.join() * 2;
 }
 public static void main(String[] args) {
  System.out.println(new C().twice() >= 0);
 }
}"#,
    ),
    (
        "the tasks of a pool need the lock of who closes it",
        r#"import java.util.concurrent.*;
public class C {
 private int sum;
 private void add(int x) { sum += x; }
 public synchronized int compute() {
  try (var ex = Executors.newFixedThreadPool(2)) {
   ex.submit(() -> add(1));
   ex.submit(() -> add(2));
  }
  return sum;
 }
 public static void main(String[] args) {
  System.out.println(new C().compute());
 }
}"#,
    ),
    (
        "a thread comes to a barrier by the lock of who waits there",
        r#"import java.util.concurrent.*;
public class C {
 private int n;
 private final CyclicBarrier bar = new CyclicBarrier(2);
 private void work() {
  try { n++; bar.await(); } catch (Exception e) { throw new RuntimeException(e); }
 }
 synchronized void go() throws Exception {
  new Thread(this::work).start();
  bar.await();
  System.out.println(n);
 }
 public static void main(String[] args) throws Exception { new C().go(); }
}"#,
    ),
    (
        "tasks need the lock of who invokes them all",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 private int n;
 private Integer one() { return ++n; }
 synchronized int all() throws Exception {
  ExecutorService p = Executors.newFixedThreadPool(2);
  List<Callable<Integer>> l = List.of(this::one, this::one);
  int s = 0;
  for (Future<Integer> f : p.invokeAll(l)) s += f.get();
  p.shutdown();
  return s;
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all() > 0); }
}"#,
    ),
    (
        "tasks need the lock of who awaits the end of their pool",
        r#"import java.util.concurrent.*;
public class C {
 private int n;
 private void one() { n++; }
 synchronized int all() throws Exception {
  ExecutorService p = Executors.newFixedThreadPool(2);
  p.execute(this::one);
  p.execute(this::one);
  p.shutdown();
  p.awaitTermination(1, TimeUnit.DAYS);
  return n;
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all() > 0); }
}"#,
    ),
    (
        "who releases a permit needs the lock of who acquires it",
        r#"import java.util.concurrent.Semaphore;
public class C {
 private int n;
 private final Semaphore done = new Semaphore(0);
 void hit() { n++; done.release(); }
 synchronized int all() throws InterruptedException {
  new Thread(this::hit).start();
  new Thread(this::hit).start();
  done.acquire(2);
  return n;
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all() > 0); }
}"#,
    ),
    (
        "the caller holds the object whose threads it joins",
        r#"public class C {
 private int n;
 void hit() { n++; }
 int n() { return n; }
 public static void main(String[] args) throws Exception {
  C f = new C();
  Thread a = new Thread(f::hit), b = new Thread(f::hit);
  synchronized (f) {
   a.start(); b.start();
   a.join(); b.join();
   System.out.println(f.n() > 0);
  }
 }
}"#,
    ),
    (
        "the tasks of a parallel stream need the lock of a class",
        r#"import java.util.*;
public class C {
 private static int n;
 static void hit(String s) { n += s.length(); }
 static synchronized int all(List<String> l) {
  l.parallelStream().forEach(C::hit);
  return n;
 }
 public static void main(String[] args) { System.out.println(all(List.of("a", "b", "c", "d")) > 0); }
}"#,
    ),
    (
        "a thread needs the explicit lock of who joins it",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final ReentrantLock lock = new ReentrantLock();
 private int n;
 void hit() { n++; }
 int all() throws InterruptedException {
  lock.lock();
  try {
   Thread a = new Thread(this::hit), b = new Thread(this::hit);
   a.start(); b.start();
   a.join(); b.join();
   return n;
  } finally { lock.unlock(); }
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all() > 0); }
}"#,
    ),
    (
        "a helper joins under the lock of its caller, and the thread takes it in a helper",
        r#"public class C {
 private int n;
 private void hit() { n++; }
 private void twice() { hit(); hit(); }
 private void end(Thread t) throws InterruptedException { t.join(); }
 synchronized int all() throws InterruptedException {
  Thread t = new Thread(this::twice);
  t.start();
  end(t);
  return n;
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all()); }
}"#,
    ),
    (
        "a thread of a class of its own needs the lock of who joins it",
        r#"public class C {
 private int n;
 private class W extends Thread {
  @Override public void run() { n++; }
 }
 synchronized int all() throws InterruptedException {
  W w = new W();
  w.start();
  w.join();
  return n;
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all()); }
}"#,
    ),
    (
        "threads of a list need the lock of who joins them all",
        r#"import java.util.*;
public class C {
 private int n;
 private void hit() { n++; }
 synchronized int all() throws InterruptedException {
  List<Thread> ts = new ArrayList<>();
  for (int i = 0; i < 2; i++) ts.add(new Thread(this::hit));
  for (Thread t : ts) t.start();
  for (Thread t : ts) t.join();
  return n;
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all() > 0); }
}"#,
    ),
    (
        "who hands something over needs the lock of who takes it",
        r#"import java.util.concurrent.*;
public class C {
 private int n;
 private final SynchronousQueue<Integer> q = new SynchronousQueue<>();
 private void hit() {
  n++;
  try { q.put(1); } catch (InterruptedException e) { throw new IllegalStateException(e); }
 }
 synchronized int all() throws InterruptedException {
  new Thread(this::hit).start();
  return q.take() + n;
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all()); }
}"#,
    ),
    (
        "a thread needs the lock of the class whose holder joins it",
        r#"public class C {
 private static int n;
 private static void hit() { n++; }
 public static void main(String[] args) throws Exception {
  Thread a = new Thread(C::hit), b = new Thread(C::hit);
  synchronized (C.class) {
   a.start();
   b.start();
   a.join();
   b.join();
   System.out.println(n > 0);
  }
 }
}"#,
    ),
    (
        "a latch opens by who needs the explicit lock of who awaits it",
        r#"import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private final CountDownLatch done = new CountDownLatch(2);
 private int n;
 private void hit() {
  n++;
  done.countDown();
 }
 int all() throws InterruptedException {
  lock.lock();
  try {
   new Thread(this::hit).start();
   new Thread(this::hit).start();
   done.await();
   return n;
  } finally {
   lock.unlock();
  }
 }
 public static void main(String[] args) throws Exception { System.out.println(new C().all() > 0); }
}"#,
    ),
];
