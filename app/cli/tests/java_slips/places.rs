//! Slips about the place of a lock and the order of threads, and what warnings are about; each with what it is to become.

/// What is wrong, the members of a class `C` before, and after the sure repairs.
pub const PLACES: &[(&str, &str, &str)] = &[
    (
        "a thread keeps no lock from its first step to its last",
        "static class W extends Thread { private int n; public void run() { for (int i = 0; i < 9; i++) n += i; } int get() { return n; } }
         static void start() { W w = new W(); w.start(); w.get(); }",
        "static class W extends Thread { private /*# guarded_by this */ int n; public void run() { for (int i = 0; i < 9; i++) synchronized (this) { n += i; } } synchronized int get() { return n; } }
         static void start() { W w = new W(); w.start(); w.get(); }",
    ),
    (
        "each call makes a lock of its own",
        "private int n;
         void up() {
             final Object own = new Object();
             synchronized (own) { n++; }
         }
         int get() { Object own = new Object(); synchronized (own) { return n; } }
         static void start() { C c = new C(); new Thread(c::up).start(); c.get(); }",
        "private /*# guarded_by own */ int n;
         private final Object own = new Object();
         void up() {
             synchronized (own) { n++; }
         }
         int get() { synchronized (own) { return n; } }
         static void start() { C c = new C(); new Thread(c::up).start(); c.get(); }",
    ),
    (
        "the same of an explicit lock, and a static field",
        "static int n;
         void up() {
             java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock(true);
             lock.lock(); try { n++; } finally { lock.unlock(); }
         }
         static void start() { new Thread(() -> new C().up()).start(); new C().up(); }",
        "static /*# guarded_by lock */ int n;
         private static final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock(true);
         void up() {
             lock.lock(); try { n++; } finally { lock.unlock(); }
         }
         static void start() { new Thread(() -> new C().up()).start(); new C().up(); }",
    ),
    (
        "a class inside locks itself, and the field is of the object around it",
        "int n; void up() { new Thread(new Runnable() { public synchronized void run() { n++; } }).start(); }
         void down() { new Thread(new Runnable() { public void run() { synchronized (this) { n--; } } }).start(); }",
        "/*# guarded_by this */ int n; void up() { new Thread(new Runnable() { public void run() { synchronized (C.this) { n++; } } }).start(); }
         void down() { new Thread(new Runnable() { public void run() { synchronized (C.this) { n--; } } }).start(); }",
    ),
    (
        "a synchronized method beside the lock that most hold",
        "final Object lock = new Object(); int n;
         void up() { synchronized (lock) { n++; } } void down() { synchronized (lock) { n--; } }
         synchronized int get() {
             if (n < 0) return 0;
             return n;
         }",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         void up() { synchronized (lock) { n++; } } void down() { synchronized (lock) { n--; } }
         int get() {
             synchronized (lock) {
                 if (n < 0) return 0;
                 return n;
             }
         }",
    ),
    (
        "the same beside an explicit lock",
        "final java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); int n;
         void up() { l.lock(); try { n++; } finally { l.unlock(); } } synchronized int get() { return n; }",
        "final java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by l */ int n;
         void up() { l.lock(); try { n++; } finally { l.unlock(); } } int get() { l.lock(); try { return n; } finally { l.unlock(); } }",
    ),
    (
        "a wait is in a loop",
        "/*# guarded_by this */ int n; synchronized void put() { n++; notifyAll(); }
         synchronized void take() throws InterruptedException { if (n == 0) wait(); n--; }
         synchronized void last() { if (n < 2) { try { wait(); } catch (InterruptedException e) { return; } } n--; }",
        "/*# guarded_by this */ int n; synchronized void put() { n++; notifyAll(); }
         synchronized void take() throws InterruptedException { while (n == 0) wait(); n--; }
         synchronized void last() { while (n < 2) { try { wait(); } catch (InterruptedException e) { return; } } n--; }",
    ),
    (
        "a condition is signalled under its lock",
        "final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
         final java.util.concurrent.locks.Condition some = lock.newCondition(); /*# guarded_by lock */ int n;
         void put() {
             lock.lock();
             try {
                 n++;
             } finally {
                 lock.unlock();
             }
             some.signalAll();
         }
         void last() { lock.lock(); n++; lock.unlock(); some.signalAll(); }",
        "final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
         final java.util.concurrent.locks.Condition some = lock.newCondition(); /*# guarded_by lock */ int n;
         void put() {
             lock.lock();
             try {
                 n++;
                 some.signalAll();
             } finally {
                 lock.unlock();
             }
         }
         void last() { lock.lock(); n++; some.signalAll(); lock.unlock(); }",
    ),
    (
        "an atomic number goes up in one step",
        "final java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger(); void up() { n.set(n.get() + 1); }",
        "final java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger(); void up() { n.incrementAndGet(); }",
    ),
    (
        "a getter gives a guarded list away",
        "private final java.util.List<String> all = new java.util.ArrayList<>(); synchronized void add(String s) { all.add(s); }
         java.util.List<String> all() { return all; } static int n(C c) { return c.all().size(); }",
        "private final java.util.List<String> all = new java.util.ArrayList<>(); synchronized void add(String s) { all.add(s); }
         synchronized java.util.List<String> all() { return new java.util.ArrayList<>(all); } static int n(C c) { return c.all().size(); }",
    ),
    (
        "a wait for another monitor is not put under the lock",
        "/*# guarded_by this */ int n; final Object gate = new Object(); /*# guarded_by gate */ boolean open;
         void open() { synchronized (gate) { open = true; gate.notifyAll(); } }
         void pass() throws InterruptedException { n++; synchronized (gate) { while (!open) gate.wait(); } n++; }",
        "/*# guarded_by this */ int n; final Object gate = new Object(); /*# guarded_by gate */ boolean open;
         void open() { synchronized (gate) { open = true; gate.notifyAll(); } }
         void pass() throws InterruptedException { n++; synchronized (gate) { while (!open) gate.wait(); } n++; }",
    ),
    (
        "what stands behind the end of a lock stays there",
        "private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by lock */ int n;
         int next(java.util.concurrent.BlockingQueue<Integer> q) throws InterruptedException {
             lock.lock();
             if (n < 0) return n;
             n++;
             lock.unlock();
             return q.take();
         }",
        "private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by lock */ int n;
         int next(java.util.concurrent.BlockingQueue<Integer> q) throws InterruptedException {
             lock.lock();
             try {
                 if (n < 0) return n;
                 n++;
             } finally {
                 lock.unlock();
             }
             return q.take();
         }",
    ),
    (
        "a statement behind the end of its lock is moved into it",
        "private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by lock */ int a, b;
         void up() {
             lock.lock();
             try {
                 a++;
             } finally {
                 lock.unlock();
             }
             b++;
         }",
        "private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by lock */ int a, b;
         void up() {
             lock.lock();
             try {
                 a++;
                 b++;
             } finally {
                 lock.unlock();
             }
         }",
    ),
    (
        "an interrupt is caught where an overridden method or a caller declares none",
        "class In implements Runnable { @Override public void run() { Thread.sleep(1); } } static void go() { pause(); } static void pause() { Thread.sleep(2); }",
        "class In implements Runnable { @Override public void run() { try { Thread.sleep(1); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } } } static void go() { pause(); } static void pause() { try { Thread.sleep(2); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }",
    ),
    (
        "what a thread waits for is under a lock, and not volatile",
        "private boolean done; void await() throws InterruptedException { while (!done) { wait(); } } void finish() { done = true; notifyAll(); }
         void go() { new Thread(this::finish).start(); }",
        "private /*# guarded_by this */ boolean done; synchronized void await() throws InterruptedException { while (!done) { wait(); } } synchronized void finish() { done = true; notifyAll(); }
         void go() { new Thread(this::finish).start(); }",
    ),
    (
        "a text is compared by equals",
        "static boolean is(String s) { return s != \"yes\"; }",
        "static boolean is(String s) { return !\"yes\".equals(s); }",
    ),
    (
        "a volatile number that goes up has a lock",
        "private volatile int n; void up() { n++; } int get() { return n; }",
        "private /*# guarded_by this */ int n; synchronized void up() { n++; } synchronized int get() { return n; }",
    ),
    (
        "a concurrent map is looked up and changed in one step",
        "final java.util.concurrent.ConcurrentHashMap<String, Integer> m = new java.util.concurrent.ConcurrentHashMap<>();
         void first(String k) { if (!m.containsKey(k)) { m.put(k, 1); } }
         void more(String k) { m.put(k, m.getOrDefault(k, 0) + 1); }
         void less(String k) { m.put(k, m.get(k) - 1); }",
        "final java.util.concurrent.ConcurrentHashMap<String, Integer> m = new java.util.concurrent.ConcurrentHashMap<>();
         void first(String k) { m.putIfAbsent(k, 1); }
         void more(String k) { m.merge(k, 1, Integer::sum); }
         void less(String k) { m.compute(k, (key, old) -> old - 1); }",
    ),
    (
        "the elements of an array have the lock that a method holds",
        "final Object lock = new Object(); final long[] sums = new long[4];
         void add(int i, long n) { synchronized (lock) { sums[i] += n; } } long sum(int i) { return sums[i]; } void go() { new Thread(() -> add(1, 2)).start(); }",
        "final Object lock = new Object(); final long[/*# elems_guarded_by lock */] sums = new long[4];
         void add(int i, long n) { synchronized (lock) { sums[i] += n; } } long sum(int i) { synchronized (lock) { return sums[i]; } } void go() { new Thread(() -> add(1, 2)).start(); }",
    ),
    (
        "a lock is not held by who sleeps",
        "/*# guarded_by this */ int n; /*# guarded_by this */ boolean off; synchronized void stop() { off = true; }
         void run() throws InterruptedException { for (int i = 0; i < 9; i++) { n++; Thread.sleep(10); } }",
        "/*# guarded_by this */ int n; /*# guarded_by this */ boolean off; synchronized void stop() { off = true; }
         void run() throws InterruptedException { for (int i = 0; i < 9; i++) { synchronized (this) { n++; } Thread.sleep(10); } }",
    ),
    (
        "two locks are taken in one order",
        "static final Object a = new Object(), b = new Object(); /*# guarded_by a */ static int n;
         static void f() { synchronized (a) { synchronized (b) { n++; } } } static void g() { synchronized (b) { synchronized (a) { n--; } } }",
        "static final Object a = new Object(), b = new Object(); /*# guarded_by a */ static int n;
         static void f() { synchronized (a) { synchronized (b) { n++; } } } static void g() { synchronized (a) { synchronized (b) { n--; } } }",
    ),
];

/// The same after the first guess for each error and warning.
pub const GUESSES: &[(&str, &str, &str)] = &[(
    "a value that a method makes is made where there is none",
    "final java.util.concurrent.ConcurrentHashMap<String, Integer> m = new java.util.concurrent.ConcurrentHashMap<>();
         void text(String k) { if (m.get(k) == null) m.put(k, other(k)); } static int other(String k) { return java.util.Objects.hash(k.strip(), k.isEmpty()); }",
    "final java.util.concurrent.ConcurrentHashMap<String, Integer> m = new java.util.concurrent.ConcurrentHashMap<>();
         void text(String k) { m.computeIfAbsent(k, key -> other(k)); } static int other(String k) { return java.util.Objects.hash(k.strip(), k.isEmpty()); }",
)];
