//! Programs that wait for ever, or lose what another thread does, through code in two places: `check` warns of each, and of none of the right ones
//! beside them. `explore` finds the same.

use super::java_run::{all, answer};
use serde_json::Value;
use std::path::Path;

/// Kind of the warning, members of a class and statements of its `main`; and the same of a program that is right.
type Pair = (&'static str, (&'static str, &'static str), (&'static str, &'static str));

/// Programs of which some schedule waits for ever.
const STUCK: &[Pair] = &[
    (
        "never_shut_down",
        ("", "ExecutorService pool = Executors.newFixedThreadPool(2); Future<Integer> f = pool.submit(() -> 3); System.out.println(f.get());"),
        ("", "ExecutorService pool = Executors.newFixedThreadPool(2); Future<Integer> f = pool.submit(() -> 3); System.out.println(f.get()); pool.shutdown();"),
    ),
    (
        "never_shut_down",
        ("", "var pool = Executors.newSingleThreadExecutor(); CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 3, pool); System.out.println(f.join());"),
        ("", "try (var pool = Executors.newSingleThreadExecutor()) { CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 3, pool); System.out.println(f.join()); }"),
    ),
    // Nobody gives it a task, so that it has no thread yet; and threads that are daemons let the program end.
    (
        "never_shut_down",
        ("", "ExecutorService pool = Executors.newFixedThreadPool(1); pool.execute(() -> System.out.println(1));"),
        ("", "ExecutorService pool = Executors.newFixedThreadPool(1); System.out.println(pool.isShutdown());"),
    ),
    (
        "too_few_threads",
        ("", "CountDownLatch d = new CountDownLatch(3); for (int i = 0; i < 2; i++) { new Thread(() -> d.countDown()).start(); } d.await();"),
        ("", "CountDownLatch d = new CountDownLatch(2); for (int i = 0; i < 2; i++) { new Thread(() -> d.countDown()).start(); } d.await();"),
    ),
    (
        "too_few_threads",
        ("static final int N = 3;", "CountDownLatch d = new CountDownLatch(N); Runnable r = () -> { System.out.println(1); d.countDown(); }; Thread a = new Thread(r), b = new Thread(r); a.start(); b.start(); d.await();"),
        ("static final int N = 3;", "CountDownLatch d = new CountDownLatch(N); Runnable r = () -> { System.out.println(1); d.countDown(); }; Thread a = new Thread(r), b = new Thread(r); a.start(); b.start(); d.countDown(); d.await();"),
    ),
    (
        "too_few_threads",
        ("", "CountDownLatch d = new CountDownLatch(3); for (int i = 0; i < 2; i++) { new Thread() { @Override public void run() { d.countDown(); } }.start(); } d.await();"),
        ("", "CountDownLatch d = new CountDownLatch(4); for (int i = 0; i < 2; i++) { new Thread() { @Override public void run() { for (int k = 1; k <= 2; k++) d.countDown(); } }.start(); } d.await();"),
    ),
    // A method that others call may count as often as it likes.
    (
        "too_few_threads",
        ("", "CountDownLatch d = new CountDownLatch(1); Thread t = new Thread(() -> System.out.println(1)); t.start(); d.await();"),
        ("static void both(CountDownLatch d) { d.countDown(); d.countDown(); }", "CountDownLatch d = new CountDownLatch(2); Thread t = new Thread(() -> both(d)); t.start(); d.await();"),
    ),
    (
        "lock_order",
        (
            "private final LinkedList<String> jobs = new LinkedList<>();
             synchronized void put(String s) { synchronized (jobs) { jobs.add(s); jobs.notifyAll(); } }
             synchronized String next() throws InterruptedException { synchronized (jobs) { while (jobs.isEmpty()) { jobs.wait(); } return jobs.removeFirst(); } }",
            "A a = new A(); Thread t = new Thread(() -> a.put(\"x\")); t.start(); System.out.println(a.next()); t.join();",
        ),
        (
            "private final LinkedList<String> jobs = new LinkedList<>();
             void put(String s) { synchronized (jobs) { jobs.add(s); jobs.notifyAll(); } }
             synchronized String next() throws InterruptedException { synchronized (jobs) { while (jobs.isEmpty()) { jobs.wait(); } return jobs.removeFirst(); } }",
            "A a = new A(); Thread t = new Thread(() -> a.put(\"x\")); t.start(); System.out.println(a.next()); t.join();",
        ),
    ),
    (
        "lock_order",
        (
            "private boolean up; private final Lock l = new ReentrantLock(); private final Condition on = l.newCondition();
             void open() { synchronized (this) { l.lock(); try { up = true; on.signalAll(); } finally { l.unlock(); } } }
             synchronized void pass() throws InterruptedException { l.lock(); try { while (!up) { on.await(); } } finally { l.unlock(); } }",
            "A a = new A(); Thread t = new Thread(() -> a.open()); t.start(); a.pass(); t.join();",
        ),
        (
            "private boolean up; private final Lock l = new ReentrantLock(); private final Condition on = l.newCondition();
             synchronized void open() { l.lock(); try { up = true; on.signalAll(); } finally { l.unlock(); } }
             void pass() throws InterruptedException { l.lock(); try { while (!up) { on.await(); } } finally { l.unlock(); } }",
            "A a = new A(); Thread t = new Thread(() -> a.open()); t.start(); a.pass(); t.join();",
        ),
    ),
    (
        "lock_order",
        (
            "static class Box { private boolean full; synchronized void put() { full = true; notifyAll(); } synchronized void take() throws InterruptedException { while (!full) wait(); full = false; } }
             private final Box box = new Box(); synchronized void give() { box.put(); } synchronized void get() throws InterruptedException { box.take(); }",
            "A a = new A(); Thread t = new Thread(() -> a.give()); t.start(); a.get(); t.join();",
        ),
        (
            "static class Box { private boolean full; synchronized void put() { full = true; notifyAll(); } synchronized void take() throws InterruptedException { while (!full) wait(); full = false; } }
             private final Box box = new Box(); void give() { box.put(); } synchronized void get() throws InterruptedException { box.take(); }",
            "A a = new A(); Thread t = new Thread(() -> a.give()); t.start(); a.get(); t.join();",
        ),
    ),
    (
        "lock_order",
        (
            "private final Object lock = new Object(); private int sum;
             int total() throws InterruptedException { synchronized (lock) { List<Thread> ts = new ArrayList<>(); for (int i = 0; i < 2; i++) { Thread t = new Thread(() -> { synchronized (lock) { sum++; } }); t.start(); ts.add(t); } for (Thread t : ts) t.join(); return sum; } }",
            "System.out.println(new A().total());",
        ),
        (
            "private final Object lock = new Object(); private int sum;
             int total() throws InterruptedException { List<Thread> ts = new ArrayList<>(); for (int i = 0; i < 2; i++) { Thread t = new Thread(() -> { synchronized (lock) { sum++; } }); t.start(); ts.add(t); } for (Thread t : ts) t.join(); synchronized (lock) { return sum; } }",
            "System.out.println(new A().total());",
        ),
    ),
    (
        "lock_order",
        (
            "private final Object lock = new Object(); private int sum;
             int total() throws InterruptedException { synchronized (lock) { Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { ts[i] = new Thread(() -> { synchronized (lock) { sum++; } }); ts[i].start(); } for (int i = 0; i < 2; i++) { ts[i].join(); } return sum; } }",
            "System.out.println(new A().total());",
        ),
        (
            "private final Object lock = new Object(), other = new Object(); private int sum;
             int total() throws InterruptedException { synchronized (other) { Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { ts[i] = new Thread(() -> { synchronized (lock) { sum++; } }); ts[i].start(); } for (int i = 0; i < 2; i++) { ts[i].join(); } synchronized (lock) { return sum; } } }",
            "System.out.println(new A().total());",
        ),
    ),
    (
        "too_few_threads",
        ("", "Phaser ph = new Phaser(2); for (int i = 0; i < 2; i++) { int id = i; new Thread(() -> { ph.arriveAndAwaitAdvance(); if (id == 0) { return; } ph.arriveAndAwaitAdvance(); ph.arriveAndDeregister(); }).start(); }"),
        ("", "Phaser ph = new Phaser(2); for (int i = 0; i < 2; i++) { int id = i; new Thread(() -> { ph.arriveAndAwaitAdvance(); if (id == 0) { ph.arriveAndDeregister(); return; } ph.arriveAndAwaitAdvance(); ph.arriveAndDeregister(); }).start(); }"),
    ),
    (
        "lock_order",
        (
            "static final Lock[] forks = new Lock[2]; static { for (int i = 0; i < 2; i++) forks[i] = new ReentrantLock(); }
             static void eat(int i) { Lock left = forks[i], right = forks[(i + 1) % 2]; left.lock(); try { right.lock(); try { System.out.println(i); } finally { right.unlock(); } } finally { left.unlock(); } }",
            "for (int i = 0; i < 2; i++) { int me = i; new Thread(() -> eat(me)).start(); }",
        ),
        (
            "static final Lock[] forks = new Lock[2]; static { for (int i = 0; i < 2; i++) forks[i] = new ReentrantLock(); }
             static void eat(int i) { Lock left = forks[Math.min(i, (i + 1) % 2)], right = forks[Math.max(i, (i + 1) % 2)]; left.lock(); try { right.lock(); try { System.out.println(i); } finally { right.unlock(); } } finally { left.unlock(); } }",
            "for (int i = 0; i < 2; i++) { int me = i; new Thread(() -> eat(me)).start(); }",
        ),
    ),
    (
        "lock_order",
        (
            "static final Object[] locks = { new Object(), new Object() }; 
             static void move(int from, int to) { synchronized (locks[from]) { synchronized (locks[to]) { System.out.println(1); } } }",
            "Thread t = new Thread(() -> move(0, 1)); t.start(); move(1, 0); t.join();",
        ),
        (
            "static final Object[] locks = { new Object(), new Object() };
             static void move(int a, int b) { int from = a < b ? a : b, to = a < b ? b : a; synchronized (locks[from]) { synchronized (locks[to]) { System.out.println(1); } } }",
            "Thread t = new Thread(() -> move(0, 1)); t.start(); move(1, 0); t.join();",
        ),
    ),
    (
        "lock_order",
        (
            "interface Listener { void changed(); }
             static class Model { private Listener listener; synchronized void listen(Listener l) { listener = l; } synchronized void set() { listener.changed(); } synchronized int get() { return 1; } }
             static class View implements Listener { private final Model model; View(Model m) { model = m; } public synchronized void changed() { System.out.println(2); } synchronized void paint() { System.out.println(model.get()); } }",
            "Model m = new Model(); View v = new View(m); m.listen(v); Thread t = new Thread(() -> m.set()); t.start(); v.paint(); t.join();",
        ),
        (
            "interface Listener { void changed(); }
             static class Model { private Listener listener; synchronized void listen(Listener l) { listener = l; } private synchronized Listener listener() { return listener; } void set() { listener().changed(); } synchronized int get() { return 1; } }
             static class View implements Listener { private final Model model; View(Model m) { model = m; } public synchronized void changed() { System.out.println(2); } synchronized void paint() { System.out.println(model.get()); } }",
            "Model m = new Model(); View v = new View(m); m.listen(v); Thread t = new Thread(() -> m.set()); t.start(); v.paint(); t.join();",
        ),
    ),
];

/// Programs that print what they should not in some schedule, or keep a lock for ever if something throws.
const LOST: &[Pair] = &[
    (
        "not_atomic",
        ("static final AtomicInteger left = new AtomicInteger(1); static void sell() { if (left.get() > 0) { int n = left.decrementAndGet(); System.out.println(n); } }", ""),
        ("static final AtomicInteger left = new AtomicInteger(1); static void sell() { if (left.get() > 0) { int n = left.decrementAndGet(); if (n < 0) { left.incrementAndGet(); } } }", ""),
    ),
    (
        "not_atomic",
        ("static final AtomicLong left = new AtomicLong(9); static long take(int k) { if (left.get() < k) return -1; return left.addAndGet(-k); }", ""),
        ("static final AtomicLong left = new AtomicLong(9); static long take(int k) { return left.addAndGet(-k); }", ""),
    ),
    (
        "not_atomic",
        ("static final AtomicInteger next = new AtomicInteger(); static int slot() { int n = next.get(); if (n < 4) { return next.getAndIncrement(); } return -1; }", ""),
        ("static final AtomicInteger next = new AtomicInteger(); static boolean slot() { if (next.get() < 4) { return next.getAndIncrement() < 4; } return false; }", ""),
    ),
    (
        "unlock_without_finally",
        ("private final ReadWriteLock rw = new ReentrantReadWriteLock(); /*# guarded_by rw */ String v; void put(String k) { rw.writeLock().lock(); v = k.trim(); rw.writeLock().unlock(); }", ""),
        ("private final ReadWriteLock rw = new ReentrantReadWriteLock(); /*# guarded_by rw */ String v; void put(String k) { rw.writeLock().lock(); v = k; rw.writeLock().unlock(); }", ""),
    ),
    (
        "not_atomic",
        (
            "private final ReadWriteLock rw = new ReentrantReadWriteLock(); /*# guarded_by rw */ int n; int get() { rw.readLock().lock(); try { return n; } finally { rw.readLock().unlock(); } }
             void set(int b) { rw.writeLock().lock(); try { n = b; } finally { rw.writeLock().unlock(); } } void add(int k) { int old = get(); set(old + k); }",
            "",
        ),
        (
            "private final ReadWriteLock rw = new ReentrantReadWriteLock(); /*# guarded_by rw */ int n; int get() { rw.readLock().lock(); try { return n; } finally { rw.readLock().unlock(); } }
             void set(int b) { rw.writeLock().lock(); try { n = b; } finally { rw.writeLock().unlock(); } } void add(int k) { rw.writeLock().lock(); try { int old = get(); set(old + k); } finally { rw.writeLock().unlock(); } }",
            "",
        ),
    ),
];

fn program((members, main): (&str, &str)) -> String {
    format!(
        "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\n\
         class A {{\n{members}\npublic static void main(String[] args) throws Exception {{\n{main}\n}} }}\n"
    )
}

/// The kinds of the warnings, but for annotations that are missing.
fn warned(text: &str) -> Vec<String> {
    let said = answer("check", Path::new("A.java"), text);
    let all = said["warnings"].as_array().expect("warnings").iter().filter_map(|w| w["kind"].as_str());
    all.filter(|kind| *kind != "missing_annotation").map(str::to_owned).collect()
}

fn sticks(text: &str) -> bool {
    let said: Value = answer("explore", Path::new("A.java"), text);
    ["deadlocks", "waiting"].iter().any(|sort| said[sort].as_array().is_some_and(|found| !found.is_empty()))
}

#[test]
fn code_in_two_places_that_goes_wrong_is_a_warning() {
    for (kind, wrong, right) in STUCK.iter().chain(LOST) {
        assert_eq!(warned(&program(*wrong)), [*kind], "{}", program(*wrong));
        assert!(warned(&program(*right)).is_empty(), "{}", program(*right));
    }
}

#[test]
fn programs_with_such_a_warning_wait_for_ever() {
    for (n, (_, wrong, right)) in STUCK.iter().enumerate() {
        if all() || n % 4 == 0 {
            assert!(sticks(&program(*wrong)), "{}", program(*wrong));
            assert!(!sticks(&program(*right)), "{}", program(*right));
        }
    }
}

/// The statements of a method that reads two fields optimistically, and whether each value that it uses is validated.
const OPTIMISTIC: &[(bool, &str)] = &[
    (
        true,
        "int a = x, b = y; if (!sl.validate(s)) { s = sl.readLock(); try { a = x; b = y; } finally { sl.unlockRead(s); } } return a - b;",
    ),
    (true, "int a = x, b = y; if (!sl.validate(s)) { return 0; } return a - b;"),
    (true, "int a = x; int b = y; if (sl.validate(s)) { return a - b; } return 0;"),
    (false, "int a = x, b = y; return a - b;"),
    (
        false,
        "int a = x, b = y; if (!sl.validate(s)) { s = sl.readLock(); try { a = x; } finally { sl.unlockRead(s); } } return a - b;",
    ),
    (false, "int a = x, b = y; if (!sl.validate(s) && a > 0) { return 0; } return a - b;"),
    (false, "int a = x, b = y; if (sl.validate(s)) { return a - b; } return a;"),
    (false, "int a = x, b = y; System.out.println(a); if (!sl.validate(s)) { return 0; } return a - b;"),
    (false, "if (!sl.validate(s)) { return 0; } int a = x, b = y; return a - b;"),
];

#[test]
fn optimistic_reads_are_validated_before_their_values_are_used() {
    for (is_right, code) in OPTIMISTIC {
        let members = format!(
            "private final StampedLock sl = new StampedLock(); private int x, y;
             void set(int a) {{ long s = sl.writeLock(); try {{ x = a; y = a; }} finally {{ sl.unlockWrite(s); }} }}
             int diff() {{ long s = sl.tryOptimisticRead(); {code} }}"
        );
        let main =
            "A k = new A(); Thread t = new Thread(() -> k.set(4)); t.start(); System.out.println(k.diff()); t.join();";
        let text = program((&members, main));
        let said = answer("check", Path::new("A.java"), &text);
        assert_eq!(said["errors"].as_array().is_some_and(Vec::is_empty), *is_right, "{code}: {said}");
        let kinds = warned(&text);
        assert_eq!(kinds, if code.contains("validate") { vec![] } else { vec!["not_validated"] }, "{code}");
    }
}
