//! Objects of the library in variables that several threads use, and fields that one thread has at a time: `check` reports those that `explore`
//! finds a race on, and no others.

use super::java_run::{all, answer};
use std::path::Path;

/// Statements of `main`, of which some schedule has a race on the object of `l`.
const RACES: &[&str] = &[
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); new Thread(() -> l.add(1)).start(); for (int x : l) System.out.println(x);",
    "List<Integer> l = new ArrayList<>(); Object m = new Object(); new Thread(() -> { synchronized (m) { l.add(1); } }).start(); l.add(2);",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread(l::clear); t.start(); l.add(1);",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread(() -> l.add(1)); t.start(); String s = \"all \" + l; t.join();",
    "class C { int n; } C l = new C(); int[] r = new int[1];
     Thread t = new Thread() { public void run() { l.n++; r[0] = 1; } }; t.start(); l.n++; t.join();",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread(() -> l.add(1)); t.start(); System.out.println(l.size()); t.join();",
    "List<Integer> l = new ArrayList<>(); new Thread(() -> { for (int x : l) System.out.println(x); }).start(); l.add(3);",
    "List<Integer> l = new ArrayList<>(); Runnable r = () -> l.add(1); new Thread(r).start(); new Thread(r).start();",
    "List<Integer> l = new ArrayList<>(); Runnable r = new Runnable() { public void run() { l.add(1); } }; new Thread(r).start(); l.size();",
    "List<Integer> l = new ArrayList<>(), k = l; new Thread(() -> k.add(1)).start(); l.add(2);",
    "List<Integer> l = new ArrayList<>(); new Thread(() -> fill(l)).start(); l.add(2);",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread() { @Override public void run() { l.add(1); } }; t.start(); l.add(2);",
    "Map<Integer, Integer> l = new HashMap<>(); Object m = new Object();
     new Thread(() -> { synchronized (m) { l.put(1, 2); } l.clear(); }).start(); synchronized (m) { l.put(2, 1); }",
    "StringBuilder l = new StringBuilder(); Runnable r = () -> l.append(1); new Thread(r).start(); new Thread(r).start();",
    "List<Integer> l = new ArrayList<>(); class W extends Thread { public void run() { l.add(1); } } new W().start(); new W().start();",
    "List<Integer> l = new ArrayList<>(); for (int i = 0; i < 2; i++) { new Thread(() -> l.add(1)).start(); }",
    "List<Integer> l = new ArrayList<>(); List.of(1, 2).parallelStream().forEach(l::add);",
    "List<Integer> l = new ArrayList<>(); List.of(1, 2).parallelStream().forEach(x -> l.add(x));",
    "List<Integer> l = new ArrayList<>(); ExecutorService all = Executors.newFixedThreadPool(2);
     Future<?> f = all.submit(() -> l.add(1)); l.add(2); f.get(); all.shutdown();",
    "int[] a = new int[2]; Thread t = new Thread(() -> a[0] = 1), u = new Thread(() -> a[0] = 2); t.start(); u.start();",
    "int[] a = new int[2]; Thread t = new Thread(() -> a[0] = 1); t.start(); System.out.println(a[0]); t.join();",
    "int[] a = new int[2]; int[] b = a; Thread t = new Thread(() -> b[0] = 1); t.start(); a[0] = 2; t.join();",
    "int[] a = new int[2]; for (int i = 0; i < 2; i++) new Thread(() -> a[0] = 1).start();",
    "int[] a = new int[2]; int k = args.length; Thread t = new Thread(() -> a[k] = 1), u = new Thread(() -> a[0] = 2); t.start(); u.start();",
    "int[] a = new int[2]; Thread t = new Thread(() -> a[0]++); t.start(); Arrays.fill(a, 3); t.join();",
    "List<Integer> l = new ArrayList<>(); new Thread(new W(l)).start(); new Thread(new W(l)).start();",
    "List<Integer> l = new ArrayList<>(); W w = new W(l); Thread t = new Thread(w); t.start(); l.add(2); t.join();",
    "List<Integer> l = new ArrayList<>(); for (int i = 0; i < 2; i++) new Thread(new W(l)).start();",
    "int[] a = new int[2]; for (int i = 0; i < 2; i++) { int id = i; new Thread(() -> a[1 - id] = a[id]).start(); }",
    "int[] a = new int[2]; for (int i = 0; i < 2; i++) { int id = i / 2; new Thread(() -> a[id] = 1).start(); }",
    "int[] a = new int[2]; for (int i = 0; i < 2; i++) { int id = i; new Thread(() -> a[id] = 1).start(); } System.out.println(a[0]);",
    "int[] a = new int[2]; for (int k = 0; k < 2; k++) for (int i = 0; i < 2; i++) { int id = i; new Thread(() -> a[id] = 1).start(); }",
];

/// Statements of `main` that no schedule goes wrong in.
const FINE: &[&str] = &[
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); new Thread(() -> l.add(1)).start();
     synchronized (l) { for (int x : l) System.out.println(x); }",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread(() -> l.add(1)); t.start(); t.join(); System.out.println(l);",
    "List<Integer> l = new ArrayList<>(); l.add(3); Thread t = new Thread(() -> { for (int x : l) System.out.println(x); }); t.start();",
    "List<Integer> l = new ArrayList<>(); Object m = new Object();
     new Thread(() -> { synchronized (m) { l.add(1); } }).start(); synchronized (m) { l.add(2); }",
    "Runnable r = () -> { List<Integer> l = new ArrayList<>(); l.add(1); }; new Thread(r).start(); new Thread(r).start();",
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); new Thread(() -> l.add(1)).start(); l.add(2);",
    "List<Integer> l = new ArrayList<>(); List.of(1, 2).forEach(x -> l.add(x)); l.add(2);",
    "for (int i = 0; i < 2; i++) { List<Integer> l = new ArrayList<>(); new Thread(() -> l.add(1)).start(); }",
    "List<Integer> l = new ArrayList<>(); ExecutorService all = Executors.newFixedThreadPool(2);
     Future<?> f = all.submit(() -> l.add(1)); f.get(); l.add(2); all.shutdown();",
    "List<Integer> l = new ArrayList<>();
     for (int i = 0; i < 2; i++) { Thread t = new Thread(() -> l.add(1)); t.start(); t.join(); } l.clear();",
    "int[] a = {1, 2}; Thread t = new Thread(() -> System.out.println(a[0])); t.start(); System.out.println(a[1]); t.join();",
    "int[] a = new int[2]; Thread t = new Thread(() -> a[0] = 1), u = new Thread(() -> a[1] = 2); t.start(); u.start();
     t.join(); u.join(); System.out.println(a[0] + a[1]);",
    "int[] a = new int[1]; Thread t = new Thread(() -> a[0] = 1); t.start(); t.join(); System.out.println(a[0]);",
    "String[] a = new String[1]; Thread t = new Thread(() -> { a[0] = \"x\"; System.out.println(a[0] + a.length); }); t.start(); t.join();",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread(new W(l)); t.start(); t.join(); l.add(2);",
    "Thread t = new Thread(() -> System.out.println(args.length > 0 ? args[0] : null)); t.start(); System.out.println(args.length);",
    "for (int i = 0; i < 2; i++) { List<Integer> l = new ArrayList<>(); new Thread(new W(l)).start(); }",
    "int[] a = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int id = i; ts[i] = new Thread(() -> a[id] = id); ts[i].start(); }
     for (Thread t : ts) t.join(); System.out.println(a[0] + a[1]);",
    "int[] a = new int[2]; for (int i = 0; i < 2; i++) { final int id = i; Thread t = new Thread(() -> { a[id] += 1; }); t.start(); }",
    "int[] a = new int[2]; ExecutorService all = Executors.newFixedThreadPool(2);
     for (int i = 0; i < 2; i++) { int id = i; all.submit(() -> { a[id] = 1; }); } all.shutdown(); all.awaitTermination(1, TimeUnit.MINUTES); System.out.println(a[0]);",
];

fn program(main: &str) -> String {
    let worker = "static class W implements Runnable { private final List<Integer> l; W(List<Integer> l) { this.l = l; }\n\
                  public void run() { l.add(1); } }\n";
    let worker = if main.contains("new W(") { worker } else { "" };
    format!(
        "import java.util.*;\nimport java.util.concurrent.*;\nclass A {{\n\
         static void fill(List<Integer> l) {{ l.add(1); }}\n{worker}\
         public static void main(String[] args) throws Exception {{\n{main}\n}} }}\n"
    )
}

fn has(question: &str, main: &str, key: &str) -> bool {
    !answer(question, Path::new("A.java"), &program(main))[key].as_array().expect("an array").is_empty()
}

#[test]
fn objects_of_variables_are_reported_where_a_schedule_has_a_race() {
    for (programs, races) in [(RACES, true), (FINE, false)] {
        for main in programs {
            assert_eq!(has("check", main, "errors"), races, "{main}");
        }
        for main in programs.iter().step_by(if all() { 1 } else { 10 }) {
            assert_eq!(has("explore", main, "races"), races, "{main}");
        }
    }
}

/// A class `A` whose fields have no guard, and whether some schedule has a race.
const FIELDS: &[(&str, bool)] = &[
    ("static int n; static void up() { n++; } static void main() { up(); System.out.println(n); }", false),
    ("static int n; static void main() { Thread t = new Thread(() -> { n = 4; }); t.start(); t.join(); System.out.println(n); }", false),
    ("static int n; static void main() { Thread t = new Thread(() -> { n = 4; }); t.start(); System.out.println(n); t.join(); }", true),
    (
        "static int n; static void main() { Thread t = new Thread(() -> n++), u = new Thread(() -> n++); t.start(); u.start(); t.join(); u.join(); }",
        true,
    ),
    ("static int n; static void main() { for (int i = 0; i < 2; i++) { Thread t = new Thread(() -> n++); t.start(); if (i == 1) t.join(); } }", true),
    ("static int n; static void main() { Runnable r = () -> n++; Thread t = new Thread(r), u = new Thread(r); t.start(); u.start(); t.join(); u.join(); }", true),
    ("extends Thread int n; public void run() { n = 4; } static void main() { A t = new A(); t.start(); t.join(); System.out.println(t.n); }", false),
    (
        "extends Thread int n; static int all; public void run() { n += 4; }
         static void main() { A[] ts = { new A(), new A() }; for (A t : ts) t.start(); for (A t : ts) t.join(); for (A t : ts) all += t.n; }",
        false,
    ),
    (
        "extends Thread int n; A other; A(A other) { this.other = other; } public void run() { n++; if (other != null) other.n = 4; }
         static void main() { A t = new A(null), u = new A(t); t.start(); u.start(); t.join(); u.join(); System.out.println(t.n); }",
        true,
    ),
    (
        "static int n; static void main() { CountDownLatch l = new CountDownLatch(1); Thread t = new Thread(() -> { n = 4; l.countDown(); }); t.start(); l.await(); System.out.println(n); }",
        false,
    ),
    (
        "static int n; static void main() { CountDownLatch l = new CountDownLatch(1); Thread t = new Thread(() -> { l.countDown(); n = 4; }); t.start(); l.await(); System.out.println(n); }",
        true,
    ),
    (
        "static int n, k; static void main() { CountDownLatch l = new CountDownLatch(1); new Thread(() -> { try { n = 4; } finally { l.countDown(); } }).start();
         new Thread(() -> { k = 4; l.countDown(); }).start(); l.await(); System.out.println(n + k); }",
        true,
    ),
    (
        "static int n, k; static void main() { CountDownLatch l = new CountDownLatch(2); new Thread(() -> { try { n = 4; } finally { l.countDown(); } }).start();
         new Thread(() -> { k = 4; l.countDown(); }).start(); l.await(); System.out.println(n + k); }",
        false,
    ),
    (
        "static int n; static void main() { ExecutorService e = Executors.newFixedThreadPool(2); Future<?> f = e.submit(() -> { n = 4; }); f.get(); System.out.println(n); e.shutdown(); }",
        false,
    ),
    (
        "static int n; static void main() { ExecutorService e = Executors.newFixedThreadPool(2); Future<?> f = e.submit(() -> { n = 4; }); System.out.println(n); f.get(); e.shutdown(); }",
        true,
    ),
    (
        "int n; void set() { n = 4; } int n() { return n; } static void main() { A a = new A(); Thread t = new Thread(a::set); t.start(); t.join(); System.out.println(a.n()); }",
        false,
    ),
    (
        "int n; void set() { n = 4; } int n() { return n; } static void main() { A a = new A(); Thread t = new Thread(a::set); t.start(); System.out.println(a.n()); t.join(); }",
        true,
    ),
    (
        "int n; void set() { n = 4; } static void main() { A a = new A(); Thread t = new Thread(a::set), u = new Thread(a::set); t.start(); u.start(); t.join(); u.join(); }",
        true,
    ),
    (
        "int n; void set() { n = 4; } static void main() { A a = new A(); Thread t = new Thread(() -> a.set()); try { t.start(); if (args.length == 0) throw new RuntimeException(); t.join(); } catch (RuntimeException e) { System.out.println(a.n); } }",
        true,
    ),
    (
        "static int n; static void main() { ExecutorService e = Executors.newFixedThreadPool(2); e.execute(() -> n = 4); e.shutdown();
         e.awaitTermination(1, TimeUnit.MINUTES); System.out.println(n); }",
        false,
    ),
    (
        "static int n; static void main() { ExecutorService e = Executors.newFixedThreadPool(2); e.execute(() -> n = 4); e.shutdown(); System.out.println(n); }",
        true,
    ),
    (
        "static int n; static void main() { ExecutorService e = Executors.newFixedThreadPool(2); List<Future<?>> fs = new ArrayList<>();
         fs.add(e.submit(() -> { n = 4; })); for (Future<?> f : fs) f.get(); System.out.println(n); e.shutdown(); }",
        false,
    ),
    (
        "static int n; static void main() { ExecutorService e = Executors.newFixedThreadPool(2); for (int i = 0; i < 2; i++) e.execute(() -> n++);
         e.shutdown(); e.awaitTermination(1, TimeUnit.MINUTES); System.out.println(n); }",
        true,
    ),
    (
        "static final int[] a = new int[2]; static void main() { for (int i = 0; i < 2; i++) { int id = i; new Thread(() -> { a[id] = id; }).start(); } }",
        false,
    ),
    (
        "static final int[] a = new int[2]; static void main() { for (int i = 0; i < 2; i++) { int id = i; new Thread(() -> { a[0] = id; }).start(); } }",
        true,
    ),
    (
        "private final List<Integer> l = new ArrayList<>(); List<Integer> all() { return l; } synchronized void add() { l.add(1); }
         static void main() { A a = new A(); Thread t = new Thread(a::add); t.start(); System.out.println(a.all().size()); t.join(); }",
        true,
    ),
    (
        "private final List<Integer> l = new ArrayList<>(); List<Integer> all() { return Collections.unmodifiableList(l); } synchronized void add() { l.add(1); }
         static void main() { A a = new A(); Thread t = new Thread(a::add); t.start(); for (int x : a.all()) System.out.println(x); t.join(); }",
        true,
    ),
    (
        "private final List<Integer> l = new ArrayList<>(); List<Integer> all() { return l; } synchronized void add() { l.add(1); }
         static void main() { A a = new A(); Thread t = new Thread(a::add); t.start(); synchronized (a) { System.out.println(a.all().size()); } t.join(); }",
        false,
    ),
    (
        "private final List<Integer> l = new ArrayList<>(); List<Integer> all() { return l; } synchronized void add() { l.add(1); }
         static void main() { A a = new A(); Thread t = new Thread(a::add); t.start(); t.join(); System.out.println(a.all().size()); }",
        false,
    ),
    (
        "private final List<Integer> l = new ArrayList<>(); synchronized List<Integer> all() { return new ArrayList<>(l); } synchronized void add() { l.add(1); }
         static void main() { A a = new A(); Thread t = new Thread(a::add); t.start(); System.out.println(a.all().size()); t.join(); }",
        false,
    ),
    (
        "static final Map<String, List<Integer>> m = new ConcurrentHashMap<>(); static void add() { m.computeIfAbsent(\"k\", k -> new ArrayList<>()).add(1); }
         static void main() { Thread t = new Thread(A::add); t.start(); add(); t.join(); }",
        true,
    ),
    (
        "static final Map<String, List<Integer>> m = new ConcurrentHashMap<>(); static synchronized void add() { m.computeIfAbsent(\"k\", k -> new ArrayList<>()).add(1); }
         static void main() { Thread t = new Thread(A::add); t.start(); add(); t.join(); }",
        false,
    ),
    (
        "static final AtomicReference<List<Integer>> m = new AtomicReference<>(new ArrayList<>()); static void add() { m.get().add(1); }
         static void main() { Thread t = new Thread(A::add); t.start(); add(); t.join(); }",
        true,
    ),
    ("static int n; static void main() { Thread t = Thread.startVirtualThread(() -> { n = 4; }); t.join(); System.out.println(n); }", false),
    ("static int n; static void main() { Thread t = Thread.startVirtualThread(() -> { n = 4; }); System.out.println(n); t.join(); }", true),
    ("static int n; static void main() { Thread t = Thread.ofVirtual().start(() -> { n = 4; }); t.join(); System.out.println(n); }", false),
    ("static int n; static void main() { Thread t = Thread.ofPlatform().name(\"t\").start(() -> { n = 4; }); t.join(); System.out.println(n); }", false),
    (
        "static int n; static void main() { Thread t = Thread.ofVirtual().start(() -> { n++; }), u = Thread.startVirtualThread(() -> { n++; }); t.join(); u.join(); }",
        true,
    ),
    ("static int n; static void main() { Runnable r = () -> n++; Thread t = Thread.startVirtualThread(r), u = Thread.startVirtualThread(r); t.join(); u.join(); }", true),
    (
        "static int n; static void main() { CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n = 4; }); f.join(); System.out.println(n); }",
        false,
    ),
    (
        "static int n; static void main() { CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n = 4; }); System.out.println(n); f.join(); }",
        true,
    ),
    (
        "static int n, m; static void main() { CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n = 4; }), g = CompletableFuture.runAsync(() -> { m = 4; });
         CompletableFuture.allOf(f, g).join(); System.out.println(n + m); }",
        false,
    ),
    (
        "static int n, m; static void main() { CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n = 4; }), g = CompletableFuture.runAsync(() -> { m = 4; });
         CompletableFuture.allOf(f).join(); System.out.println(n + m); g.join(); }",
        true,
    ),
    (
        "static int n; static void main() { CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n = 4; }); f.thenRun(() -> { n++; }); f.join(); System.out.println(n); }",
        true,
    ),
    (
        "static int n; static void main() { CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> { n = 4; return 1; }); int x = f.get(); System.out.println(x + n); }",
        false,
    ),
    ("extends Thread static int n; public void run() { n++; } static void main() { A t = new A(), u = new A(); t.start(); u.start(); t.join(); u.join(); }", true),
];

#[test]
fn fields_that_one_thread_has_at_a_time_need_no_guard() {
    for (members, races) in FIELDS {
        let (above, members) = match members.strip_prefix("extends Thread ") {
            Some(members) => (" extends Thread", members),
            None => ("", *members),
        };
        let main = "public static void main(String[] args) throws Exception";
        let imports = "import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*;";
        let is_library = ["List<", "CountDownLatch", "Executor", "Future"].iter().any(|word| members.contains(word));
        let imports = if is_library { imports } else { "" };
        let text = format!("{imports} class A{above} {{ {} }}", members.replace("static void main()", main));
        let has = |question: &str, key: &str| {
            !answer(question, Path::new("A.java"), &text)[key].as_array().expect("an array").is_empty()
        };
        assert_eq!((has("check", "errors"), has("explore", "races")), (*races, *races), "{text}");
    }
}
