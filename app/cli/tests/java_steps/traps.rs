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
];
