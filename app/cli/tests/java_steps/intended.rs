//! Programs that mean what they say, though it looks like a slip.

/// The intention, and a class `C`.
pub const INTENDED: &[(&str, &str)] = &[
    (
        "a `break` leaves the loop with the lock, and the code behind gives it back",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final ReentrantLock l = new ReentrantLock();
 private int n = 1;
 int take(String s) {
  int r;
  while (true) {
   l.lock();
   if (n > 0) {
    r = n--;
    break;
   }
   System.out.println("retry" + Integer.parseInt(s));
   l.unlock();
  }
  l.unlock();
  return r;
 }
 public static void main(String[] args) throws Exception {
  C g = new C();
  Thread a = new Thread(() -> System.out.println(g.take("1")));
  a.start();
  a.join();
 }
}"#,
    ),
    (
        "a loop ends with the lock, and a `catch` gives another one back",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final ReentrantLock l = new ReentrantLock();
 private int n;
 void spin(String s) {
  while (true) {
   l.lock();
   if (n > 0) break;
   n += Integer.parseInt(s);
   l.unlock();
  }
  n = 0;
  l.unlock();
 }
 void c(String s) {
  l.lock();
  try {
   n += Integer.parseInt(s);
   l.unlock();
  } catch (NumberFormatException e) {
   System.out.println("bad");
   l.unlock();
  }
 }
 public static void main(String[] args) throws Exception {
  C e = new C();
  Thread a = new Thread(() -> e.spin("1")), b = new Thread(() -> e.c("x"));
  a.start(); b.start(); a.join(); b.join();
 }
}"#,
    ),
    (
        "a caller fills what a getter gives it in a helper",
        r#"import java.util.*;
public class C {
 private final List<String> rows = new ArrayList<>();
 synchronized List<String> rows() { return rows; }
 synchronized void add(String s) { rows.add(s); }
 static void fill(List<String> l) { l.add("seed"); }
 public static void main(String[] args) throws Exception {
  C f = new C();
  fill(f.rows());
  Thread t = new Thread(() -> f.add("x"));
  t.start();
  for (String s : f.rows()) System.out.println(s);
  t.join();
  System.out.println(f.rows().size());
 }
}"#,
    ),
    (
        "callers sort and fill what a getter gives them",
        r#"import java.util.*;
public class C {
 private final List<String> rows = new ArrayList<>();
 synchronized List<String> rows() { return rows; }
 synchronized void add(String s) { rows.add(s); }
 public static void main(String[] args) throws Exception {
  C f = new C();
  Collections.addAll(f.rows(), "b", "a");
  Collections.sort(f.rows());
  Thread t = new Thread(() -> f.add("x"));
  t.start();
  for (String s : f.rows()) System.out.println(s);
  t.join();
  System.out.println(f.rows().size());
 }
}"#,
    ),
    (
        "a caller fills the map that another class gives",
        r#"import java.util.*;
class Conf {
 private final Map<String, String> props = new HashMap<>();
 synchronized Map<String, String> props() { return props; }
 synchronized String get(String k) { return props.get(k); }
 synchronized void set(String k, String v) { props.put(k, v); }
}
public class C {
 static void defaults(Map<String, String> m) { m.put("port", "80"); }
 public static void main(String[] args) throws Exception {
  Conf c = new Conf();
  defaults(c.props());
  Thread t = new Thread(() -> c.set("host", "x"));
  t.start();
  for (String k : c.props().keySet()) System.out.println(k);
  t.join();
  System.out.println(c.get("port"));
 }
}"#,
    ),
    (
        "what a thread waits for may be null",
        r#"public class C {
 private String result;
 private boolean slow = true;
 private static String lookup(String k) { return k.equals("a") ? "A" : null; }
 synchronized void produce(String k) {
  result = lookup(k);
  notify();
 }
 synchronized String consume() throws InterruptedException {
  new Thread(() -> produce("zz")).start();
  wait();
  return result;
 }
 public static void main(String[] args) throws Exception {
  System.out.println(new C().consume());
 }
}"#,
    ),
    (
        "a wait is for the next tick, and ticks were before",
        r#"public class C {
 private int ticks = 0;

 synchronized void tick() { ticks++; notifyAll(); }

 synchronized int nextTick() throws InterruptedException {
  wait();
  return ticks;
 }

 public static void main(String[] args) throws Exception {
  C c = new C();
  c.tick();
  Thread t = new Thread(() -> {
   try { System.out.println("after " + c.nextTick()); } catch (InterruptedException e) { System.out.println("gave up"); }
  });
  t.start();
  t.interrupt();
  t.join();
 }
}"#,
    ),
    (
        "a wait is for the next of several ticks",
        r#"public class C {
 private int ticks = 0;

 synchronized void tick() { ticks++; notifyAll(); }

 synchronized int nextTick() throws InterruptedException {
  wait();
  return ticks;
 }

 public static void main(String[] args) throws Exception {
  C c = new C();
  Thread t = new Thread(() -> {
   try { System.out.println(c.nextTick()); } catch (InterruptedException e) { }
  });
  t.setDaemon(true);
  t.start();
  c.tick();
  c.tick();
 }
}"#,
    ),
    (
        "a thread runs twice in the thread of the loop",
        r#"public class C {
 public static void main(String[] args) {
  Thread t = new Thread(() -> System.out.println("tick"));
  for (int i = 0; i < 2; i++) {
   t.run();
  }
 }
}"#,
    ),
    (
        "a thread that is a task runs three times",
        r#"public class C {
 static int n;
 public static void main(String[] args) throws Exception {
  Thread t = new Thread(() -> System.out.println("n=" + (++n)));
  Runnable r = t;
  r.run();
  t.run();
  t.run();
  System.out.println("done " + n);
 }
}"#,
    ),
    (
        "code catches what the body of a thread throws",
        r#"public class C {
 static class Job extends Thread {
  @Override public void run() { throw new IllegalStateException("bad"); }
 }
 public static void main(String[] args) {
  Job j = new Job();
  try {
   j.run();
   System.out.println("fine");
  } catch (IllegalStateException e) {
   System.out.println("caught " + e.getMessage());
  }
 }
}"#,
    ),
];
