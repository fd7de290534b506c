//! Slips of order and of two steps: repaired, a program has no race and no deadlock in any schedule, and prints what was meant.

mod intended;
mod late;
mod orders;
mod programs;
mod several;
mod spellings;
mod standing;
mod traps;
mod waits;

use crate::support::racefree;
use intended::INTENDED;
use late::LATE;
use orders::ORDERS;
use programs::PROGRAMS;
use serde_json::Value;
use several::SEVERAL;
use spellings::SPELLINGS;
use standing::STANDING;
use std::collections::BTreeSet;
use std::fs;
use traps::TRAPS;
use waits::WAITS;

/// What all schedules of a program show.
fn explored(file: &str) -> Value {
    let run = racefree(&["explore", "--format", "json", file], "");
    let said: Value = serde_json::from_str(run.stdout.lines().next().unwrap_or_default()).expect("an object");
    assert_eq!(said["complete"], true, "{said}");
    said
}

/// Texts that a program prints.
fn printed(said: &Value) -> BTreeSet<String> {
    let printed = |outcome: &Value| {
        let lines = outcome["output"].as_array().expect("lines").iter();
        lines.map(|line| line.as_str().expect("a line")).collect::<Vec<_>>().join("\n")
    };
    said["outcomes_by"]["outcomes"].as_array().expect("outcomes").iter().map(printed).collect()
}

/// Texts that a program prints, by all schedules; a race, a deadlock or an exception as well.
fn outcomes(file: &str) -> (BTreeSet<String>, bool) {
    let said = explored(file);
    let is_wrong = ["races", "deadlocks", "exceptions"].iter().any(|sort| said[sort] != Value::Array(Vec::new()));
    (printed(&said), is_wrong)
}

#[test]
fn repaired_programs_print_what_is_meant_in_every_schedule() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("C.java");
    let file = path.display().to_string();
    for (slip, program, prints) in
        PROGRAMS.iter().chain(WAITS).chain(ORDERS).chain(SPELLINGS).chain(SEVERAL).chain(LATE)
    {
        let wanted: BTreeSet<String> = prints.iter().map(|text| (*text).to_owned()).collect();
        fs::write(&path, program).expect("a file");
        let (before, is_wrong) = outcomes(&file);
        assert!(is_wrong || before != wanted, "{slip}: nothing is wrong with it");
        let run = racefree(&["check", "--fix", "--write", &file], "");
        assert_eq!(run.status, 0, "{slip}: {}{}", run.stdout, run.stderr);
        let (after, is_wrong) = outcomes(&file);
        let text = fs::read_to_string(&path).expect("a file");
        assert!(!is_wrong && after.is_subset(&wanted), "{slip}: {after:?}\n{text}");
    }
}

/// Programs like these in which the repair would wait for ever, or is not known.
const LEFT: &[&str] = &[
    // The thread ends by what stands behind the read.
    "public class C { private volatile boolean on = true; private int rounds; void work() { while (on) { rounds++; } }
     public static void main(String[] args) throws InterruptedException {
       C c = new C(); Thread t = new Thread(c::work); t.start();
       System.out.println(c.rounds);
       c.on = false;
       t.join(); } }",
    // Between the two calls it waits.
    "public class C { final java.util.concurrent.BlockingQueue<String> in = new java.util.concurrent.LinkedBlockingQueue<>(); /*# guarded_by this */ int open;
     synchronized int open() { return open; } synchronized void close() { open--; }
     void run() throws InterruptedException { if (open() > 0) { in.take(); close(); } } }",
    // A thread that waits would keep the one lock for all.
    "public class C { /*# guarded_by this */ int n; static void give(C from, C to) throws InterruptedException { synchronized (from) { synchronized (to) { while (from.n == 0) from.wait(); from.n--; to.n++; } } } }",
    // The second lock is taken by a call.
    "public class C { static class A { static synchronized void f() { B.g(); } static synchronized void h() { } }
     static class B { static synchronized void g() { } static synchronized void k() { A.h(); } } }",
];

#[test]
fn what_would_wait_for_ever_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("C.java");
    for program in LEFT {
        fs::write(&path, program).expect("a file");
        let run = racefree(&["check", "--fix", "--write", &path.display().to_string()], "");
        let text = fs::read_to_string(&path).expect("a file");
        assert_eq!(text, *program, "{}", run.stdout);
        let said = racefree(&["check", &path.display().to_string()], "").stdout;
        assert!(said.contains("warning") || said.contains("Error"), "{said}");
    }
}

/// Orders of locks that are the same everywhere, or that a third lock keeps apart.
const ORDERED: &[&str] = &[
    "final Object a = new Object(), b = new Object(), gate = new Object();
     void f() { synchronized (gate) { synchronized (a) { synchronized (b) { } } } }
     void g() { synchronized (gate) { synchronized (b) { synchronized (a) { } } } }",
    "final Object a = new Object(), b = new Object(); void f() { synchronized (a) { synchronized (b) { } } } void g() { synchronized (a) { h(); } } void h() { synchronized (b) { } }",
    "int id; static void give(C x, C y) { C first = x.id < y.id ? x : y, second = x.id < y.id ? y : x; synchronized (first) { synchronized (second) { } } }",
    "final java.util.concurrent.locks.ReentrantLock a = new java.util.concurrent.locks.ReentrantLock(), b = new java.util.concurrent.locks.ReentrantLock();
     void f() { a.lock(); try { b.lock(); try { } finally { b.unlock(); } } finally { a.unlock(); } }
     void g() { if (b.tryLock()) { try { a.lock(); try { } finally { a.unlock(); } } finally { b.unlock(); } } }",
];

#[test]
fn one_order_of_locks_is_no_warning() {
    for members in ORDERED {
        let said = racefree(&["check", "-", "--language", "java"], &format!("class C {{ {members} }}")).stdout;
        assert!(!said.contains("for ever"), "{members}: {said}");
    }
}

/// Programs whose threads end by what stands behind, go on for good, or have somebody who waits for them.
const AWAITED: &[&str] = &[
    "static volatile boolean on = true;
     public static void main(String[] args) throws InterruptedException {
       Thread t = new Thread(() -> { while (on) up(); }); Thread u = new Thread(() -> up()); t.start(); u.start(); u.join(); System.out.println(n()); on = false; }",
    "public static void main(String[] args) throws InterruptedException {
       Thread t = new Thread(() -> { while (true) up(); }); t.setDaemon(true); Thread u = new Thread(() -> up()); t.start(); u.start(); u.join(); System.out.println(n()); }",
    "public static void main(String[] args) throws Exception {
       java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(2);
       java.util.concurrent.Future<?> a = pool.submit(() -> up()), b = pool.submit(() -> up()); pool.shutdown(); a.get(); b.get(); System.out.println(n()); }",
    "public static void main(String[] args) throws InterruptedException {
       Thread[] all = new Thread[2]; for (int i = 0; i < 2; i++) { all[i] = new Thread(() -> up()); all[i].start(); }
       for (Thread t : all) t.join(); System.out.println(n()); }",
    "public static void main(String[] args) throws InterruptedException {
       java.util.concurrent.CountDownLatch done = new java.util.concurrent.CountDownLatch(1);
       Thread t = new Thread(() -> { up(); done.countDown(); }); t.start(); done.await(); System.out.println(n()); }",
    "public static void main(String[] args) { Thread t = new Thread(() -> up()); t.start(); System.out.println(\"started\"); }",
];

#[test]
fn threads_that_are_awaited_are_no_warning() {
    for main in AWAITED {
        let text = format!(
            "class C {{ static /*# guarded_by C.class */ int k; static synchronized void up() {{ k++; }} static synchronized int n() {{ return k; }} {main} }}"
        );
        let said = racefree(&["check", "-", "--language", "java"], &text).stdout;
        assert!(!said.contains("warning"), "{main}: {said}");
    }
}

#[test]
fn right_programs_are_told_at_most_what_annotation_is_missing() {
    for (what, program) in several::RIGHT.iter().chain(late::RIGHT) {
        let run = racefree(&["check", "-", "--language", "java", "--format", "short"], program);
        let others = run.stdout.lines().filter(|line| line.contains(": ") && !line.contains("[missing_annotation]"));
        let found: Vec<&str> = others.filter(|line| line.contains("warning") || line.contains("error[")).collect();
        assert!(run.status == 0 && found.is_empty(), "{what}: {}", run.stdout);
    }
}

/// A field that shows an object which its readers change is none that `volatile` is enough for.
#[test]
fn objects_that_readers_change_are_no_values() {
    let said = |reader: &str| {
        let text = format!(
            "class C {{ static class Menu {{ String soup; int price; }} static volatile Menu today;
             static void cook() {{ Menu m = new Menu(); m.soup = \"lentil\"; m.price = 4; today = m; }}
             public static void main(String[] a) {{ new Thread(C::cook).start(); {reader} }} }}"
        );
        racefree(&["check", "-", "--language", "java"], &text).stdout
    };
    assert!(said("System.out.println(today.price);").contains(" 0 errors"));
    for reader in ["today.price = 5;", "Menu m = today; m.price = 5;", "Menu m = new Menu(); today = m; m.price = 5;"] {
        assert!(!said(reader).contains(" 0 errors"), "{reader}");
    }
}

/// Deadlocks, exceptions, threads that wait for ever or go on for ever, and texts that a program prints.
fn endings(file: &str) -> (Vec<usize>, BTreeSet<String>) {
    let said = explored(file);
    let sorts = ["deadlocks", "exceptions", "waiting", "livelocks", "endless"];
    let found = sorts.map(|sort| said[sort].as_array().map_or(0, Vec::len));
    (found.to_vec(), printed(&said))
}

#[test]
fn repairs_make_nothing_worse() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("C.java");
    let file = path.display().to_string();
    for (trap, program) in TRAPS.iter().chain(STANDING).chain(INTENDED) {
        fs::write(&path, program).expect("a file");
        racefree(&["check", "--fix", "--write", &file], "");
        let text = fs::read_to_string(&path).expect("a file");
        if text == *program {
            continue;
        }
        let (left, after) = endings(&file);
        fs::write(&path, program).expect("a file");
        let (found, before) = endings(&file);
        assert!(left.iter().zip(&found).all(|(left, found)| left <= found), "{trap}: {left:?}, was {found:?}\n{text}");
        assert!(after.is_subset(&before), "{trap}: {after:?}, was {before:?}\n{text}");
    }
}

/// A variable of a builder stays one where code needs its class, which `javac` would say.
#[test]
fn builders_whose_class_code_needs_stay() {
    let said = |uses: &str| {
        let text = format!(
            "class C {{ static void add(StringBuilder b) {{ b.append(1); }}
             public static void main(String[] a) throws Exception {{
             StringBuilder s = new StringBuilder(); Thread t = new Thread(() -> s.append(2)); t.start(); s.append(3);
             {uses} }} }}"
        );
        racefree(&["check", "-", "--language", "java"], &text).stdout.contains("StringBuffer")
    };
    for uses in ["t.join();", "t.join(); System.out.println(s);", "String x = s.append(1).toString() + s; t.join();"] {
        assert!(said(uses), "{uses}");
    }
    for uses in [
        "StringBuilder r = s.append(4);",
        "add(s);",
        "Object o = s;",
        "var r = s.reverse(); add(r);",
        "s.compareTo(s);",
    ] {
        assert!(!said(uses), "{uses}");
    }
}

/// A wait for the end of a thread is advised only where it comes to that by itself.
#[test]
fn no_wait_is_advised_in_front_of_what_the_thread_waits_for() {
    let said = |task: &str, rest: &str| {
        let text = format!(
            "import java.util.concurrent.*; class C {{ static int n; static volatile boolean go;
             static final CountDownLatch l = new CountDownLatch(1); static final Object o = new Object();
             static void open() {{ l.countDown(); }}
             public static void main(String[] a) throws Exception {{
             Thread t = new Thread(() -> {{ try {{ {task} }} catch (Exception e) {{ }} }}); t.start(); n = 1; {rest} }} }}"
        );
        racefree(&["check", "-", "--language", "java"], &text).stdout.contains("does not wait for the thread")
    };
    assert!(said("n++;", "") && said("n++;", "l.countDown();") && said("l.await(); n++;", ""));
    let waits = [
        ("l.await(); n++;", "l.countDown();"),
        ("l.await(); n++;", "open();"),
        ("while (!go) { } n++;", "go = true;"),
        ("synchronized (o) { o.wait(); } n++;", "synchronized (o) { o.notify(); }"),
        ("while (true) n++;", ""),
        ("for (int i = 0; ; i++) n++;", ""),
    ];
    for (task, rest) in waits {
        assert!(!said(task, rest), "{task} {rest}");
    }
}

/// Who waits for tasks with a lock that they need waits for ever; with no lock, or behind its block, it does not.
#[test]
fn waits_with_a_lock_that_tasks_need_are_warnings() {
    let said = |wait: &str| {
        let text = format!(
            "import java.util.*; import java.util.concurrent.*; class C {{ private int n; static int all;
             synchronized void up() {{ n++; }} synchronized int n() {{ return n; }}
             static synchronized void hit(String s) {{ all += s.length(); }}
             static synchronized int all() {{ return all; }}
             {wait} }}"
        );
        racefree(&["check", "-", "--language", "java"], &text).stdout.contains("which is held here: both wait for ever")
    };
    let pool = "ExecutorService ex = Executors.newFixedThreadPool(2)";
    let tasks = "ex.submit(() -> up()); ex.execute(this::up);";
    for head in ["synchronized int go() throws Exception", "int go() throws Exception"] {
        let is_held = head.starts_with("sync");
        for code in [
            format!("try ({pool}) {{ {tasks} }}"),
            format!("{pool}; {tasks} ex.shutdown(); ex.awaitTermination(9, TimeUnit.SECONDS);"),
            format!("{pool}; ex.invokeAll(List.of(() -> {{ up(); return 1; }})); ex.shutdown();"),
            "List.of(1, 2).parallelStream().forEach(x -> up());".to_owned(),
            "List.of(1, 2).stream().parallel().map(x -> { up(); return x; }).toList();".to_owned(),
        ] {
            assert_eq!(said(&format!("{head} {{ {code} return 1; }}")), is_held, "{head}: {code}");
        }
    }
    assert!(said("static synchronized void go(List<String> l) { l.parallelStream().forEach(C::hit); }"));
    assert!(!said("static synchronized void go(List<String> l) { l.stream().forEach(C::hit); }"));
    let joins = |of: &str| {
        format!(
            "static void go(C f) throws Exception {{ Thread a = new Thread({of}); synchronized (f) {{ a.start(); a.join(); }} }}"
        )
    };
    assert!(said(&joins("f::up")) && said(&joins("() -> f.up()")));
    assert!(!said(&joins("() -> hit(\"\")")));
}

/// A box that is made anew is never the one in the atomic: `compareAndSet` would do nothing.
#[test]
fn boxes_that_are_made_anew_are_not_compared() {
    let said = |old: &str, new: &str| {
        let text = format!(
            "import java.util.concurrent.atomic.*; class C {{
             static final AtomicReference<Integer> level = new AtomicReference<>({old});
             static void up() {{ if (level.get() == {old}) level.set({new}); }}
             public static void main(String[] a) throws Exception {{
             Thread s = new Thread(C::up), t = new Thread(C::up); s.start(); t.start(); s.join(); t.join(); }} }}"
        );
        racefree(&["check", "-", "--language", "java"], &text).stdout.contains("Help: Write `level.compareAndSet")
    };
    assert!(said("1", "2") && said("null", "2000"));
    assert!(!said("1000", "2000"));
}

/// Other files may assign a public field: `final` is a guess, and nothing else here has to change.
#[test]
fn public_fields_are_not_made_final() {
    let text = "public class C { public String title = \"a\";
        public static void main(String[] a) throws Exception { C c = new C();
        Thread t = new Thread(() -> System.out.println(c.title)); t.start(); System.out.println(c.title); t.join(); } }";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("C.java");
    fs::write(&path, text).expect("a file");
    let run = racefree(&["check", "--fix", "--write", &path.display().to_string()], "");
    assert_eq!(fs::read_to_string(&path).expect("a file"), text, "{}", run.stdout);
    assert!(racefree(&["check", &path.display().to_string()], "").stdout.contains("Help: Make `title` final"));
}
