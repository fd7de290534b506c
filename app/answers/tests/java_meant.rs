//! Java that compiles and that nobody can have meant is an error with what is meant; and statements of `main` that run while no other thread
//! does need no lock.

use super::java_run::answer;
use serde_json::{Value, json};
use std::path::Path;

/// Members of a class and statements of its `main`; `@` stands in front of what is wrong, and behind it what is meant in its place.
const SLIPS: &[(&str, &str, &str)] = &[
    ("", "Thread t = new Thread(() -> {}); t.@run();", "start"),
    ("", "Thread[] all = { new Thread(() -> {}) }; for (Thread t : all) t.@run();", "start"),
    ("", "Runnable all = () -> { if (args.length > 0)@; { System.out.println(); } };", ""),
    ("static int n;", "for (int i = 0; i < 3; i++)@; { n++; }", ""),
    ("static int n;", "while (n < 3)@;\n{ n++; }", ""),
    ("static int n;", "if (n < 3)@; n++;", ""),
    ("static boolean b;", "if (b @= true) System.out.println();", "=="),
    ("static boolean b;", "do { } while (b @= false);", "=="),
    ("static final Lock l = new ReentrantLock();", "l.@tryLock(); try { } finally { l.unlock(); }", "lock"),
    ("static final Lock l = new ReentrantLock();", "l.lock(); try { } finally { l.@lock(); }", "unlock"),
    (
        "static final Lock l = new ReentrantLock(); static final Condition c = l.newCondition();",
        "l.lock(); try { c.@notifyAll(); } finally { l.unlock(); }",
        "signalAll",
    ),
    (
        "static final Lock l = new ReentrantLock(); static final Condition c = l.newCondition();",
        "l.lock(); try { while (args.length == 0) c.@wait(); } finally { l.unlock(); }",
        "await",
    ),
];

/// Code that looks alike and may be meant.
const MEANT: &[(&str, &str)] = &[
    // A task is run where it is.
    ("static void f(Thread t) { t.run(); }", "Runnable r = () -> {}; r.run();"),
    ("", "Thread t = new Thread(() -> {}); t.start(); t.run();"),
    ("static boolean b, c;", "if (b = c) { } if (b == true) { } while ((b = !b)) { }"),
    ("static int n;", "while (n++ < 3); n++; for (;n < 9; n++); if (n > 3) { } else ; { n++; }"),
    ("static final ReentrantLock l = new ReentrantLock();", "if (l.tryLock()) l.unlock(); boolean b = l.tryLock();"),
    (
        "static final ReentrantLock l = new ReentrantLock();",
        "l.lock(); l.lock(); try { } finally { l.unlock(); l.unlock(); }",
    ),
    ("", "Thread t = new Thread(() -> {}), u = new Thread(() -> {}); t.start(); u.start();"),
    ("", "Thread t = new Thread(() -> {}); t.start(); t = new Thread(() -> {}); t.start();"),
];

fn program(members: &str, main: &str) -> String {
    format!(
        "import java.util.*;\nimport java.util.concurrent.locks.*;\nclass A {{\n{members}\n\
         public static void main(String[] args) throws Exception {{\n{main}\n}} }}\n"
    )
}

fn errors(text: &str) -> Vec<Value> {
    answer("check", Path::new("A.java"), text)["errors"].as_array().expect("errors").clone()
}

#[test]
fn slips_say_what_is_meant() {
    for (members, main, meant) in SLIPS {
        let marked = program(members, main);
        let at = marked.find('@').expect("a mark");
        let text = marked.replace('@', "");
        let of_code: Vec<Value> = errors(&text).into_iter().filter(|e| e["premise"] == "meant").collect();
        assert_eq!(of_code.len(), 1, "{main}: {of_code:?}");
        let before = marked[..at].rsplit('\n').next().expect("a line").len();
        assert_eq!(of_code[0]["span"]["column"], json!(before + 1), "{main}: {of_code:?}");
        let message = of_code[0]["message"].as_str().expect("words");
        let says = if meant.is_empty() {
            message.starts_with("this `;`")
        } else {
            message.ends_with(&format!("`{meant}` is meant"))
        };
        assert!(says, "{main}: {message}");
    }
}

#[test]
fn what_may_be_meant_is_no_slip() {
    for (members, main) in MEANT {
        let wrong: Vec<Value> =
            errors(&program(members, main)).into_iter().filter(|e| e["rule"] == "JAVA CODE").collect();
        assert!(wrong.is_empty(), "{main}: {wrong:?}");
    }
}

/// Statements of `main` around a guarded counter, one in a line. Those that need its lock end with `// lock`.
const ALONE: &[&str] = &[
    "A a = new A();\na.n = 1;\nThread t = new Thread(a::up);\nt.start();\na.n = 2; // lock\nt.join();\na.n = 3;",
    // Only one of two has ended.
    "A a = new A();\nThread t = new Thread(a::up), u = new Thread(a::up);\nt.start();\nu.start();\nt.join();\na.n = 3; // lock\nu.join();\na.n = 4;",
    // Nobody waits.
    "A a = new A();\nnew Thread(a::up).start();\na.n = 3; // lock",
    // A wait that may end before the thread does.
    "A a = new A();\nThread t = new Thread(a::up);\nt.start();\nt.join(10);\na.n = 3; // lock",
    "A a = new A();\nThread t = new Thread(a::up);\nt.start();\nif (args.length > 0) t.join();\na.n = 3; // lock",
    // One variable, two threads.
    "A a = new A();\nThread t = new Thread(a::up);\nt.start();\nt = new Thread(a::up);\nt.start();\nt.join();\na.n = 3; // lock",
    // A lambda that is made in front of the start runs behind it.
    "A a = new A();\nRunnable r = () -> {\na.n = 2; // lock\n};\nThread t = new Thread(r);\nt.start();\nt.join();\na.n = 3;",
    // All of a list, of an array.
    "A a = new A();\nList<Thread> all = new ArrayList<>();\nfor (int i = 0; i < 3; i++) { Thread t = new Thread(a::up); all.add(t); t.start(); }\n\
     a.n = 2; // lock\nfor (Thread t : all) t.join();\na.n = 3;",
    "A a = new A();\nThread[] all = new Thread[3];\nfor (int i = 0; i < 3; i++) { all[i] = new Thread(a::up); all[i].start(); }\n\
     for (int i = 0; i < 3; i++) all[i].join();\na.n = 3;",
    "A a = new A();\nThread[] all = new Thread[3];\nfor (int i = 0; i < 3; i++) { all[i] = new Thread(a::up); all[i].start(); }\n\
     for (int i = 0; i < 2; i++) all[i].join();\na.n = 3; // lock",
    "A a = new A();\nThread[] all = new Thread[3];\nfor (int i = 0; i < 3; i++) { all[i] = new Thread(a::up); all[i].start(); }\n\
     all[0].join();\na.n = 3; // lock",
    // Who passes an interrupt on was interrupted by somebody, and nobody does so.
    "A a = new A();\nThread t = new Thread(() -> { try { Thread.sleep(1); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } a.up(); });\n\
     t.start();\na.n = 2; // lock\nt.join();\na.n = 3;",
    // One after the other.
    "A a = new A();\nfor (int i = 0; i < 3; i++) { Thread t = new Thread(a::up); t.start(); t.join(); }\na.n = 3;",
    "A a = new A();\nfor (int i = 0; i < 3; i++) { Thread t = new Thread(a::up); t.start(); }\na.n = 3; // lock",
];

/// Code beside it, with which nobody knows which threads run: another start, another caller of `main`, an interrupt of the wait.
const ELSEWHERE: &[&str] = &[
    "void other() { new Thread(this::up).start(); }",
    "static void again() throws Exception { main(null); }",
    "void stop(Thread t) { t.interrupt(); }",
    "void later() { java.util.concurrent.Executors.newCachedThreadPool().execute(this::up); }",
];

#[test]
fn a_main_that_runs_alone_needs_no_lock() {
    let members = "/*# guarded_by this */ int n; synchronized void up() { n++; }";
    let held = |members: &str, main: &str| -> Vec<(u64, bool)> {
        let text = program(members, main);
        let errors = errors(&text);
        let lacks: Vec<u64> =
            errors.iter().filter(|e| e["premise"] == "guard-held").filter_map(|e| e["span"]["line"].as_u64()).collect();
        let marked = |line: &&str| line.starts_with("a.n =");
        (1..).zip(text.lines()).filter(|(_, line)| marked(line)).map(|(n, _)| (n, lacks.contains(&n))).collect()
    };
    for main in ALONE {
        let text = program(members, main);
        let wanted: Vec<(u64, bool)> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| line.starts_with("a.n ="))
            .map(|(n, line)| (n, line.ends_with("// lock")))
            .collect();
        assert_eq!(held(members, main), wanted, "{main}");
    }
    for other in ELSEWHERE {
        let found = held(&format!("{members}\n{other}"), ALONE[0]);
        assert!(found.iter().all(|(_, lacks)| *lacks), "{other}: {found:?}");
    }
}

/// Statements with the warnings about them.
const WARNINGS: &[(&str, &str, &[&str])] = &[
    (
        "static String a, b;",
        "if (a == b) { } if (a == \"x\") { } if (a == null) { }",
        &["text_identity", "text_identity"],
    ),
    (
        "static Lock l; static Condition c;",
        "l.lock(); try { if (args.length > 0) c.await(); } finally { l.unlock(); }",
        &["wait_without_loop"],
    ),
    (
        "static Lock l; static Condition c;",
        "l.lock(); try { while (args.length > 0) c.await(); } finally { l.unlock(); }",
        &[],
    ),
    (
        "static final ReentrantLock l = new ReentrantLock();",
        "l.lock(); System.out.println(); l.unlock();",
        &["unlock_without_finally"],
    ),
    ("static final ReentrantLock l = new ReentrantLock(); static int n;", "l.lock(); n++; l.unlock();", &[]),
    (
        "static final ReentrantLock l = new ReentrantLock();",
        "l.lock(); if (args.length == 0) { l.unlock(); return; } System.out.println(); l.unlock();",
        &["unlock_without_finally"],
    ),
    (
        "static final ReentrantLock l = new ReentrantLock(); static int n;",
        "l.lock(); if (args.length == 0) { l.unlock(); System.out.println(); return; } n++; l.unlock(); System.out.println(); l.lock(); n--; l.unlock();",
        &[],
    ),
    (
        "static final ReentrantLock l = new ReentrantLock();",
        "Runnable r = () -> { l.lock(); System.out.println(); l.unlock(); }; Runnable s = () -> { l.lock(); try { System.out.println(); } finally { l.unlock(); } };",
        &["unlock_without_finally"],
    ),
    (
        "static final java.util.concurrent.Semaphore s = new java.util.concurrent.Semaphore(2), t = new java.util.concurrent.Semaphore(0);",
        "s.acquire(); System.out.println(); s.release(); t.acquire(); System.out.println(); s.release();",
        &["unlock_without_finally"],
    ),
    (
        "static final Queue<String> q = new java.util.concurrent.ConcurrentLinkedQueue<>(); static final Queue<String> p = new ArrayDeque<>();
         static void take() { if (!q.isEmpty()) { String s = q.poll(); } while (q.size() > 0) { String s = q.remove(); } if (q.isEmpty()) return; String u = q.poll(); if (!p.isEmpty()) { String s = p.poll(); } }",
        "new Thread(A::take).start();",
        &["not_atomic", "not_atomic", "not_atomic"],
    ),
    (
        "static final java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();",
        "n.set(n.get() + 1); int m = n.get(); n.set(m + 1); n.set(3); synchronized (A.class) { n.set(n.get() + 1); }",
        &["not_atomic", "not_atomic"],
    ),
    (
        "static final Integer n = 0; static final String s = \"x\";",
        "synchronized (s) { } synchronized (n) { }",
        &["shared_lock", "shared_lock"],
    ),
    (
        "static final java.util.concurrent.ConcurrentHashMap<String, Integer> m = new java.util.concurrent.ConcurrentHashMap<>();",
        "if (!m.containsKey(\"a\")) m.put(\"a\", 1); m.put(\"a\", m.get(\"a\") + 1); m.putIfAbsent(\"b\", 2);
         synchronized (m) { if (m.get(\"a\") == null) { m.put(\"a\", 1); } }",
        &["not_atomic", "not_atomic"],
    ),
    (
        "static final java.util.concurrent.atomic.AtomicBoolean b = new java.util.concurrent.atomic.AtomicBoolean();",
        "if (!b.get()) { b.set(true); } if (b.compareAndSet(true, false)) { b.set(true); } if (b.get()) { System.out.println(); }",
        &["not_atomic"],
    ),
    (
        "static final Set<String> s = java.util.concurrent.ConcurrentHashMap.newKeySet(); static final List<String> l = Collections.synchronizedList(new ArrayList<>());",
        "if (!s.contains(\"a\")) { s.add(\"a\"); } if (l.isEmpty()) { l.add(\"a\"); } if (l.isEmpty()) { s.clear(); } synchronized (l) { if (l.isEmpty()) { l.add(\"b\"); } }",
        &["not_atomic", "not_atomic"],
    ),
    (
        "static volatile boolean on; static int n; static synchronized int n() { return n; } static synchronized void n(int m) { n = m; } static synchronized void both() { if (n() > 0) n(0); }",
        "if (!on) { on = true; } if (n() > 0) { n(1); } if (n() > 0) { on = false; }",
        &["not_atomic", "not_atomic"],
    ),
    (
        "static final Object a = new Object(), b = new Object(); static void f() { synchronized (b) { synchronized (a) { } } }",
        "synchronized (a) { synchronized (b) { } }",
        &["lock_order"],
    ),
    (
        "static boolean on; static final Object a = new Object(); static void go() { synchronized (a) { on = true; } }",
        "synchronized (a) { while (!on) Thread.sleep(5); } while (!on) Thread.sleep(5); synchronized (a) { while (!on) a.wait(); }",
        &["sleep_with_lock"],
    ),
    (
        "static boolean on, off; static final Object a = new Object(), b = new Object(); static final ReentrantLock l = new ReentrantLock();
         static void go() { synchronized (a) { synchronized (b) { on = true; } } } static void end() { l.lock(); try { off = true; } finally { l.unlock(); } }",
        "synchronized (a) { synchronized (b) { while (!on) java.util.concurrent.TimeUnit.SECONDS.sleep(1); } } l.lock(); try { while (!off) Thread.sleep(5); } finally { l.unlock(); }",
        &["sleep_with_lock", "sleep_with_lock"],
    ),
    (
        "static volatile boolean on; static final Object a = new Object(); static void go() { on = true; }",
        "synchronized (a) { while (!on) Thread.sleep(5); }",
        &[],
    ),
    (
        "static class T extends Thread { public void run() { while (!isInterrupted()) { try { Thread.sleep(5); } catch (InterruptedException e) { } } } }",
        "Thread t = new T(); while (!Thread.currentThread().isInterrupted()) { try { Thread.sleep(5); } catch (InterruptedException e) { break; } }
         while (!Thread.interrupted()) { try { t.join(); } catch (InterruptedException e) { System.out.println(e); Thread.currentThread().interrupt(); } }
         for (int i = 0; i < 3; i++) { try { Thread.sleep(5); } catch (InterruptedException e) { } }",
        &["interrupt_lost"],
    ),
    (
        "static class Q { int n; synchronized void put() throws InterruptedException { while (n > 0) wait(); n++; notify(); } synchronized void take() throws InterruptedException { while (n == 0) wait(); n--; notifyAll(); } }
         static class G { boolean up; synchronized void on() throws InterruptedException { while (!up) wait(); } synchronized void open() { up = true; notify(); } }",
        "",
        &["wakes_one"],
    ),
    (
        "final java.util.concurrent.locks.ReentrantReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock(); int n;
         private final java.util.concurrent.locks.Lock r = rw.readLock(), w = rw.writeLock();
         int bad() { rw.readLock().lock(); try { if (n == 0) { rw.writeLock().lock(); try { n = 1; } finally { rw.writeLock().unlock(); } } return n; } finally { rw.readLock().unlock(); } }
         void good() { rw.readLock().lock(); boolean none = n == 0; rw.readLock().unlock(); if (none) { rw.writeLock().lock(); try { n = 1; } finally { rw.writeLock().unlock(); } } }
         void down() { rw.writeLock().lock(); try { n = 2; rw.readLock().lock(); } finally { rw.writeLock().unlock(); } try { System.out.println(n); } finally { rw.readLock().unlock(); } }",
        "",
        &["waits_for_itself"],
    ),
    (
        "static void init() { } static final java.util.concurrent.CountDownLatch a = new java.util.concurrent.CountDownLatch(1), b = new java.util.concurrent.CountDownLatch(1), c = new java.util.concurrent.CountDownLatch(1);
         static void bad() { try { init(); a.countDown(); } catch (IllegalStateException e) { System.out.println(e); } }
         static void good() { try { init(); } catch (IllegalStateException e) { System.out.println(e); } finally { b.countDown(); } }
         static void calm() { try { Thread.sleep(5); c.countDown(); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }",
        "",
        &["count_down_without_finally"],
    ),
    (
        "static final java.util.concurrent.locks.StampedLock sl = new java.util.concurrent.locks.StampedLock();
         static int get() { long s = sl.readLock(); try { return 1; } finally { sl.unlockRead(s); } } static int free() { return 2; }
         static void up() { long s = sl.writeLock(); try { get(); free(); } finally { sl.unlockWrite(s); } get(); }",
        "Thread.currentThread().join();",
        &["waits_for_itself", "waits_for_itself"],
    ),
    (
        "static final java.util.concurrent.CopyOnWriteArrayList<String> l = new java.util.concurrent.CopyOnWriteArrayList<>();
         static void add(String s) { if (!l.contains(s)) { l.add(s); } l.addIfAbsent(s); }",
        "java.util.concurrent.CyclicBarrier b = new java.util.concurrent.CyclicBarrier(3);
         for (int i = 0; i < 2; i++) { new Thread(() -> { try { b.await(); } catch (Exception e) { return; } }).start(); }
         Queue<Integer> q = new java.util.concurrent.ArrayBlockingQueue<>(1); q.offer(1); if (q.offer(2)) { System.out.println(); }",
        &["not_atomic", "too_few_threads", "element_dropped"],
    ),
    // Who has come in has a place, whatever others do.
    (
        "static class L { int n; synchronized boolean enter() { if (n == 2) return false; n++; return true; } synchronized void leave() { n--; } }",
        "L l = new L(); new Thread(() -> { if (l.enter()) { l.leave(); } }).start();",
        &[],
    ),
];

/// The warnings, but for annotations that are missing.
fn warned(said: &Value) -> Vec<&str> {
    let kinds = said["warnings"].as_array().expect("warnings").iter().filter_map(|w| w["kind"].as_str());
    kinds.filter(|kind| *kind != "missing_annotation").collect()
}

#[test]
fn what_is_likely_no_good_is_a_warning() {
    for (members, main, kinds) in WARNINGS {
        // Before other threads run, `main` has all for itself.
        let text = program(members, main).replace(" main(", " work(");
        let said = answer("check", Path::new("A.java"), &text);
        assert_eq!(warned(&said), *kinds, "{main}: {said}");
    }
}

#[test]
fn a_latch_that_nobody_awaits_is_a_warning() {
    let members = "static int n; static synchronized void up() { n++; } static synchronized int n() { return n; }";
    for (wait, kinds) in [("", &["not_awaited"][..]), ("d.await(); ", &[])] {
        let main = format!(
            "java.util.concurrent.CountDownLatch d = new java.util.concurrent.CountDownLatch(1); new Thread(() -> {{ up(); d.countDown(); }}).start(); {wait}System.out.println(n());"
        );
        let said = answer("check", Path::new("A.java"), &program(members, &main));
        assert_eq!(warned(&said), kinds, "{main}: {said}");
    }
}

#[test]
fn errors_of_the_code_are_explained() {
    let explained = |members: &str, main: &str| {
        let said = answer("explain", Path::new("A.java"), &program(members, main));
        let of_code = |v: &&Value| v["kind"] == "code";
        let verdicts = said["verdicts"].as_array().expect("verdicts").iter().filter(of_code);
        (verdicts.map(|v| v["verdict"].clone()).collect::<Vec<_>>(), said["others"].clone())
    };
    let bell = "final Object bell = new Object(); void ring() { bell.notify(); }";
    assert_eq!(explained(bell, "new A().ring();"), (vec![json!("real")], Value::Null));
    let (verdicts, _) = explained("", "Thread t = new Thread(() -> {}); t.run();");
    assert_eq!(verdicts, [json!("unknown")]);
}

/// A caller that is made up has an object for a type parameter: `null` is no element of a queue.
#[test]
fn callers_that_are_made_up_give_objects() {
    let text = "import java.util.*;\nclass A<E> {\n    private final ArrayDeque<E> all = new ArrayDeque<>();\n\
         synchronized void put(E e) { all.add(e); notifyAll(); }\n\
         synchronized E take() throws InterruptedException { while (all.isEmpty()) { wait(); } return all.remove(); }\n}\n";
    let said = answer("explore", Path::new("A.java"), text);
    assert_eq!((&said["deadlocks"], &said["exceptions"]), (&json!([]), &json!([])), "{said}");
}
