//! Programs that a repair must not make worse: what they print may become less, and nothing new goes wrong.

/// The trap, and a class `C`.
pub const TRAPS: &[(&str, &str)] = &[
    (
        "a wait of some time under an `if` ends",
        r#"public class C {
 private boolean set;
 synchronized void set() { set = true; notifyAll(); }
 synchronized boolean await(long ms) throws InterruptedException {
  if (!set) wait(ms);
  return set;
 }
 public static void main(String[] args) throws InterruptedException {
  C h = new C();
  Thread t = new Thread(() -> { try { System.out.println(h.await(10)); } catch (InterruptedException e) { } });
  t.start();
  t.join();
 }
}"#,
    ),
    (
        "the end of a thread is not waited for under the lock that it takes",
        r#"public class C {
 static class W extends Thread {
  int n;
  private final Object gate;
  W(Object gate) { this.gate = gate; }
  public void run() {
   synchronized (gate) { }
   n = 5;
  }
 }
 public static void main(String[] args) throws InterruptedException {
  Object gate = new Object();
  W a = new W(gate), b = new W(gate);
  a.start();
  a.join();
  synchronized (gate) {
   b.start();
   System.out.println(a.n + b.n);
  }
 }
}"#,
    ),
    (
        "who notifies holds the lock that it notifies",
        r#"public class C {
 private int done;
 class Task implements Runnable {
  public synchronized void run() { done++; notifyAll(); }
 }
 public static void main(String[] args) throws InterruptedException {
  C p = new C();
  new Thread(p.new Task()).start();
  new Thread(p.new Task()).start();
 }
}"#,
    ),
    (
        "a collection is changed through what a method lends",
        r#"import java.util.*;
public class C {
 private final List<String> names = new ArrayList<>();
 synchronized void add(String s) { names.add(s); }
 synchronized List<String> all() { return names; }
 public static void main(String[] args) throws InterruptedException {
  C p = new C();
  p.all().add("first");
  Thread t = new Thread(() -> p.add("a"));
  t.start();
  for (String s : p.all()) System.out.println(s);
  t.join();
 }
}"#,
    ),
    (
        "a lock that is tried may be one of two in another order",
        r#"import java.util.concurrent.locks.ReentrantLock;
public class C {
 private final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
 private int n;
 void one() {
  a.lock();
  try {
   b.tryLock();
   try { n++; } finally { b.unlock(); }
  } finally { a.unlock(); }
 }
 void two() {
  b.lock();
  try {
   a.lock();
   try { n++; } finally { a.unlock(); }
  } finally { b.unlock(); }
 }
 public static void main(String[] args) throws InterruptedException {
  C p = new C();
  Thread t = new Thread(p::one), u = new Thread(p::two);
  t.start(); u.start(); t.join(); u.join();
  System.out.println(p.n);
 }
}"#,
    ),
    (
        "a thread that goes on for ever is not waited for",
        r#"public class C {
 static int ticks;
 public static void main(String[] args) throws InterruptedException {
  Thread clock = new Thread(C::tick);
  clock.setDaemon(true);
  clock.start();
  System.out.println(ticks >= 0);
 }
 static void tick() {
  for (int i = 0; ; i = 1 - i) ticks = i;
 }
}"#,
    ),
    (
        "a daemon is not waited for",
        r#"public class C {
 static int ticks;
 public static void main(String[] args) throws InterruptedException {
  Thread clock = new Thread(() -> {
   while (true) ticks = (ticks + 1) % 2;
  });
  clock.setDaemon(true);
  clock.start();
  System.out.println(ticks >= 0);
 }
}"#,
    ),
    (
        "an endless loop in a `try` is not waited for",
        r#"public class C {
 static int ticks;
 public static void main(String[] args) throws InterruptedException {
  Thread clock = new Thread(() -> {
   try { for (;;) { ticks = 1; Thread.sleep(1); } } catch (InterruptedException e) { return; }
  });
  clock.setDaemon(true);
  clock.start();
  System.out.println(ticks);
 }
}"#,
    ),
    (
        "a hand-over is in no block of a lock",
        r#"import java.util.Vector;
import java.util.concurrent.SynchronousQueue;
public class C {
 private final Vector<String> jobs = new Vector<>();
 private final SynchronousQueue<String> hand = new SynchronousQueue<>();
 void serve() throws InterruptedException {
  if (!jobs.isEmpty()) {
   String j = jobs.remove(0);
   hand.put(j);
  }
 }
 String ask() throws InterruptedException {
  jobs.add("late");
  return hand.take();
 }
 public static void main(String[] args) throws InterruptedException {
  C p = new C();
  p.jobs.add("first");
  Thread t = new Thread(() -> {
   try { p.serve(); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
  });
  t.start();
  System.out.println(p.ask());
  t.join();
 }
}"#,
    ),
    (
        "a meeting is in no block of a lock",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 static final Vector<String> jobs = new Vector<>(List.of("a"));
 static final Phaser p = new Phaser(2);
 static void serve() throws Exception {
  if (!jobs.isEmpty()) {
   String j = jobs.remove(0);
   p.arriveAndAwaitAdvance();
   System.out.println(j);
  }
 }
 public static void main(String[] args) throws Exception {
  Thread t = new Thread(() -> {
   try { jobs.add("late"); p.arriveAndAwaitAdvance(); } catch (Exception e) { System.out.println("x"); }
  });
  t.start();
  serve();
  t.join();
 }
}"#,
    ),
    (
        "a transfer is in no block of a lock",
        r#"import java.util.*;
import java.util.concurrent.*;
public class C {
 static final Vector<String> jobs = new Vector<>(List.of("a"));
 static final LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
 static void serve() throws Exception {
  if (!jobs.isEmpty()) {
   String j = jobs.remove(0);
   q.transfer(j);
   System.out.println(j);
  }
 }
 public static void main(String[] args) throws Exception {
  Thread t = new Thread(() -> {
   try { jobs.add("late"); q.take(); } catch (Exception e) { System.out.println("x"); }
  });
  t.start();
  serve();
  t.join();
 }
}"#,
    ),
    (
        "a lock that another method gives back stays taken",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private int stock = 1;
 /** On true the lock is still held: the caller calls done(). */
 boolean reserve() {
  lock.lock();
  if (stock > 0) {
   return true;
  }
  lock.unlock();
  return false;
 }
 void done() {
  stock--;
  lock.unlock();
 }
 public static void main(String[] args) throws InterruptedException {
  C h = new C();
  Runnable r = () -> {
   if (h.reserve()) {
    h.done();
    System.out.println("sold");
   }
  };
  Thread a = new Thread(r), b = new Thread(r);
  a.start(); b.start();
  a.join(); b.join();
 }
}"#,
    ),
    (
        "a lock that another method asks for stays taken",
        r#"import java.util.concurrent.locks.ReentrantLock;
public class C {
 private final ReentrantLock lock = new ReentrantLock();
 private volatile int users;
 void open(boolean quick) {
  lock.lock();
  if (quick) {
   return;
  }
  users = 0;
  lock.unlock();
 }
 void close() { if (lock.isHeldByCurrentThread()) lock.unlock(); }
 public static void main(String[] args) throws InterruptedException {
  C q = new C();
  Runnable r = () -> {
   q.open(true);
   int u = q.users;
   q.users = u + 1;
   q.close();
  };
  Thread a = new Thread(r), b = new Thread(r);
  a.start(); b.start();
  a.join(); b.join();
  System.out.println(q.users);
 }
}"#,
    ),
    (
        "a builder whose class is asked for stays one",
        r#"public class C {
 public static void main(String[] args) throws InterruptedException {
  StringBuilder s = new StringBuilder();
  Thread t = new Thread(() -> s.append("c"));
  t.start();
  s.append("d");
  t.join();
  Object o = s;
  if (o instanceof StringBuilder) System.out.println("builder " + s.length());
 }
}"#,
    ),
];
