//! Whole programs with a wait under the lock of those who end it, a thread that starts too early, a lock that some way keeps, each with what it
//! prints once it is repaired, whatever the schedule.

/// The slip, a class `C`, and the texts that it may print after the sure repairs.
pub const ORDERS: &[(&str, &str, &[&str])] = &[
    (
        "a `join` of a thread in a field under the lock that the thread needs",
        r#"public class C {
 private int n;
 private Thread worker;
 synchronized void begin() { worker = new Thread(() -> up()); worker.start(); }
 private synchronized void up() { n++; }
 synchronized int end() throws InterruptedException {
  worker.join();
  return n;
 }
 public static void main(String[] args) throws Exception { C c = new C(); c.begin(); System.out.println(c.end()); }
}"#,
        &["1"],
    ),
    (
        "the same by a method reference, behind a question, and with a statement in front",
        r#"public class C {
 private int n;
 private boolean closed;
 private Thread worker;
 synchronized void begin() { worker = new Thread(this::up); worker.start(); }
 private synchronized void up() { n++; }
 synchronized int end() throws InterruptedException {
  closed = true;
  if (worker != null) worker.join();
  return closed ? n : 0;
 }
 public static void main(String[] args) throws Exception { C c = new C(); c.begin(); System.out.println(c.end()); }
}"#,
        &["1"],
    ),
    (
        "the same in a block, in a `try`",
        r#"public class C {
 private int n;
 private final Thread worker = new Thread(() -> { synchronized (this) { n++; } });
 void begin() { worker.start(); }
 synchronized int end() {
  try {
   worker.join();
  } catch (InterruptedException e) {
   Thread.currentThread().interrupt();
  }
  return n;
 }
 public static void main(String[] args) throws Exception { C c = new C(); c.begin(); System.out.println(c.end()); }
}"#,
        &["1"],
    ),
    (
        "a wait for a flag that nobody looks at",
        r#"public class C {
 private boolean open;
 synchronized void pass() throws InterruptedException { wait(); }
 synchronized void open() { open = true; notifyAll(); }
 public static void main(String[] args) throws Exception { C c = new C(); Thread t = new Thread(c::open); t.start(); c.pass(); t.join(); System.out.println("through"); }
}"#,
        &["through"],
    ),
    (
        "a wait for what is put into a list",
        r#"import java.util.*;
public class C {
 private final List<String> jobs = new ArrayList<>();
 synchronized void put(String job) { jobs.add(job); notify(); }
 synchronized String take() throws InterruptedException { wait(); return jobs.remove(0); }
 public static void main(String[] args) throws Exception { C c = new C(); Thread t = new Thread(() -> c.put("a")); t.start(); System.out.println(c.take()); t.join(); }
}"#,
        &["a"],
    ),
    (
        "a wait for a value, with a condition of a lock",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private final Condition ready = lock.newCondition();
 private String value;
 void set(String v) { lock.lock(); try { value = v; ready.signalAll(); } finally { lock.unlock(); } }
 String get() throws InterruptedException { lock.lock(); try { ready.await(); return value; } finally { lock.unlock(); } }
 public static void main(String[] args) throws Exception { C c = new C(); Thread t = new Thread(() -> c.set("a")); t.start(); System.out.println(c.get()); t.join(); }
}"#,
        &["a"],
    ),
    (
        "a thread that starts in front of the last field",
        r#"public class C {
 private final int size;
 C(int size) {
  Thread t = new Thread(() -> tell());
  t.start();
  this.size = size;
 }
 void tell() { System.out.println(size); }
 public static void main(String[] args) { new C(2); }
}"#,
        &["2"],
    ),
    (
        "the same with a field that is the thread, and a method reference",
        r#"public class C {
 private final Thread t;
 private final int size;
 C(int size) {
  t = new Thread(this::tell);
  t.start();
  this.size = size;
 }
 void tell() { System.out.println(size); }
 public static void main(String[] args) { new C(2); }
}"#,
        &["2"],
    ),
    (
        "an object that is changed and put into a queue again",
        r#"import java.util.concurrent.*;
public class C {
 static class Order { String dish; }
 public static void main(String[] args) throws Exception {
  BlockingQueue<Order> q = new LinkedBlockingQueue<>();
  Thread t = new Thread(() -> { try { System.out.println(q.take().dish + q.take().dish); } catch (InterruptedException e) { } });
  t.start();
  Order o = new Order();
  o.dish = "a";
  q.put(o);
  o.dish = "b";
  q.put(o);
  t.join();
 }
}"#,
        &["ab"],
    ),
    (
        "two fields that belong together, each under a lock of its own",
        r#"public class C {
 private final Object a = new Object(), b = new Object();
 private int sum, count;
 void add(int n) {
  synchronized (a) { sum += n; }
  synchronized (b) { count++; }
 }
 int average() {
  int s, n;
  synchronized (a) { s = sum; }
  synchronized (b) { n = count; }
  return n == 0 ? 4 : s / n;
 }
 public static void main(String[] args) throws Exception { C c = new C(); Thread t = new Thread(() -> c.add(4)); t.start(); System.out.println(c.average()); t.join(); }
}"#,
        &["4"],
    ),
    (
        "a loop that looks and takes by two calls",
        r#"import java.util.*;
public class C {
 private final Deque<String> all = new ArrayDeque<>();
 synchronized void push(String s) { all.push(s); }
 synchronized boolean isEmpty() { return all.isEmpty(); }
 synchronized String pop() { return all.pop(); }
 static void clear(C c) {
  while (!c.isEmpty()) {
   c.pop();
  }
 }
 public static void main(String[] args) throws Exception { C c = new C(); c.push("a"); Thread t = new Thread(() -> clear(c)); t.start(); clear(c); t.join(); System.out.println(c.isEmpty()); }
}"#,
        &["true"],
    ),
    (
        "a `take` with the lock that `put` needs",
        r#"import java.util.concurrent.*;
public class C {
 private final BlockingQueue<String> box = new LinkedBlockingQueue<>();
 synchronized void put(String s) { box.add(s); }
 synchronized String take() throws InterruptedException { return box.take(); }
 public static void main(String[] args) throws Exception { C c = new C(); Thread t = new Thread(() -> c.put("a")); t.start(); System.out.println(c.take()); t.join(); }
}"#,
        &["a"],
    ),
    (
        "a value that is returned behind the `unlock`, and a way out that forgets it",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private int n = 1;
 int take() {
  lock.lock();
  if (n == 0) return -1;
  int k = n--;
  lock.unlock();
  return k;
 }
 public static void main(String[] args) throws Exception { C c = new C(); Thread t = new Thread(() -> c.take()); t.start(); c.take(); t.join(); System.out.println(c.take()); }
}"#,
        &["-1"],
    ),
    (
        "a `break` that keeps a lock",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final Lock lock = new ReentrantLock();
 private int n = 1;
 void drain() {
  while (true) {
   lock.lock();
   if (n == 0) break;
   n--;
   lock.unlock();
  }
 }
 public static void main(String[] args) throws Exception { C c = new C(); Thread t = new Thread(() -> c.drain()); t.start(); c.drain(); t.join(); System.out.println("empty"); }
}"#,
        &["empty"],
    ),
    (
        "a lock that each call makes anew, in the task of a variable",
        r#"import java.util.concurrent.locks.*;
public class C {
 private int n;
 void up() {
  Lock lock = new ReentrantLock();
  lock.lock();
  try { n++; } finally { lock.unlock(); }
 }
 public static void main(String[] args) throws Exception { C c = new C(); Runnable r = () -> c.up(); Thread t = new Thread(r), u = new Thread(r); t.start(); u.start(); t.join(); u.join(); System.out.println(c.n); }
}"#,
        &["2"],
    ),
    (
        "a number is read and set by two methods with an explicit lock",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final ReentrantLock l = new ReentrantLock();
 private int b = 10;
 int get() { l.lock(); try { return b; } finally { l.unlock(); } }
 void set(int v) { l.lock(); try { b = v; } finally { l.unlock(); } }
 void deposit(int n) { set(get() + n); }
 public static void main(String[] args) throws InterruptedException {
  C a = new C();
  Thread t = new Thread(() -> a.deposit(1));
  t.start();
  a.deposit(2);
  t.join();
  System.out.println(a.get());
 }
}"#,
        &["13"],
    ),
    (
        "a number is read with the lock of readers, and set with that of writers",
        r#"import java.util.concurrent.locks.*;
public class C {
 private final ReadWriteLock rw = new ReentrantReadWriteLock();
 private int balance = 10;
 int get() {
  rw.readLock().lock();
  try { return balance; } finally { rw.readLock().unlock(); }
 }
 void set(int b) {
  rw.writeLock().lock();
  try { balance = b; } finally { rw.writeLock().unlock(); }
 }
 void deposit(int n) {
  int old = get();
  set(old + n);
 }
 public static void main(String[] args) throws InterruptedException {
  C a = new C();
  Thread t = new Thread(() -> a.deposit(1));
  Thread u = new Thread(() -> a.deposit(2));
  t.start(); u.start();
  t.join(); u.join();
  System.out.println(a.get());
 }
}"#,
        &["13"],
    ),
];
