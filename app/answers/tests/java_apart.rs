//! Tasks that share an array without meeting in an element, locks in an order of their own, objects in concurrent containers: `check` has an error
//! where `explore` finds a race, and nowhere else.

use super::java_run::{all, answer};
use std::path::Path;

/// Threads that add one to a range of an array.
const RANGE: &str = "static class R extends Thread { final int[] a; final int from, to; R(int[] a, int from, int to) { this.a = a; this.from = from; this.to = to; } public void run() { for (int i = from; i < to; i++) a[i] = a[i] + 1; } }";

/// Tasks that add up a row of a matrix.
const ROWS: &str = "static class P implements Runnable { final int[][] m; final int[] out; final int row; P(int[][] m, int[] out, int row) { this.m = m; this.out = out; this.row = row; } public void run() { for (int v : m[row]) out[row] += v; } }";

/// Members of a class, statements of its `main`, and whether some schedule has a race.
const TASKS: &[(bool, &str, &str)] = &[
    (
        false,
        RANGE,
        "int[] a = new int[4]; R l = new R(a, 0, 2), r = new R(a, 2, 4); l.start(); r.start(); l.join(); r.join(); System.out.println(a[0] + a[3]);",
    ),
    (
        true,
        RANGE,
        "int[] a = new int[4]; R l = new R(a, 0, 3), r = new R(a, 2, 4); l.start(); r.start(); l.join(); r.join(); System.out.println(a[0] + a[3]);",
    ),
    (
        true,
        RANGE,
        "int[] a = new int[4]; R l = new R(a, 0, 2), r = new R(a, 2, 4); l.start(); r.start(); l.join(); System.out.println(a[0] + a[3]);",
    ),
    (
        false,
        RANGE,
        "int[] a = new int[4]; int mid = a.length / 2; R l = new R(a, 0, mid), r = new R(a, mid, a.length); l.start(); r.start(); l.join(); r.join(); System.out.println(a[0] + a[3]);",
    ),
    (
        true,
        RANGE,
        "int[] a = new int[4]; int mid = a.length / 2; R l = new R(a, 0, mid + 1), r = new R(a, mid, a.length); l.start(); r.start(); l.join(); r.join();",
    ),
    (
        false,
        RANGE,
        "int[] a = new int[4]; R[] ts = new R[2]; for (int i = 0; i < 2; i++) { ts[i] = new R(a, i * 2, (i + 1) * 2); ts[i].start(); } for (R t : ts) t.join(); System.out.println(a[3]);",
    ),
    (
        true,
        RANGE,
        "int[] a = new int[4]; R[] ts = new R[2]; for (int i = 0; i < 2; i++) { ts[i] = new R(a, i, (i + 1) * 2); ts[i].start(); } for (R t : ts) t.join(); System.out.println(a[3]);",
    ),
    (
        false,
        RANGE,
        "int[] a = new int[3]; int n = 2, chunk = a.length / n; R[] ts = new R[n]; for (int i = 0; i < n; i++) { int from = i * chunk; int to = i == n - 1 ? a.length : from + chunk; ts[i] = new R(a, from, to); } for (R t : ts) t.start(); for (R t : ts) t.join(); System.out.println(a[2]);",
    ),
    (
        true,
        RANGE,
        "int[] a = new int[3]; int n = 2, chunk = a.length / n; R[] ts = new R[n]; for (int i = 0; i < n; i++) { int from = i * chunk; int to = i == 0 ? a.length : from + chunk; ts[i] = new R(a, from, to); } for (R t : ts) t.start(); for (R t : ts) t.join(); System.out.println(a[2]);",
    ),
    (
        true,
        RANGE,
        "int[] a = new int[4]; int from = 0; R[] ts = new R[2]; for (int i = 0; i < 2; i++) { ts[i] = new R(a, from, from + 2); ts[i].start(); from++; } for (R t : ts) t.join();",
    ),
    (
        false,
        ROWS,
        "int[][] m = {{1}, {2}}; int[] out = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { ts[i] = new Thread(new P(m, out, i)); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(out[0] + out[1]);",
    ),
    (
        true,
        ROWS,
        "int[][] m = {{1}, {2}}; int[] out = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { ts[i] = new Thread(new P(m, out, i / 2)); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(out[0] + out[1]);",
    ),
    (
        true,
        ROWS,
        "int[][] m = {{1}, {2}}; int[] out = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { ts[i] = new Thread(new P(m, out, i)); ts[i].start(); } m[0][0] = 5; for (Thread t : ts) t.join();",
    ),
    (
        true,
        ROWS,
        "int[][] m = {{1}, {2}}; int[] out = new int[2]; P p = new P(m, out, 0); Thread t = new Thread(p), u = new Thread(p); t.start(); u.start(); t.join(); u.join();",
    ),
    (
        false,
        "",
        "int[] a = new int[4]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int from = 2 * i, to = from + 2; ts[i] = new Thread(() -> { for (int k = from; k < to; k++) a[k] = k; }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[3]);",
    ),
    (
        true,
        "",
        "int[] a = new int[4]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int from = 2 * i, to = from + 3; ts[i] = new Thread(() -> { for (int k = from; k < to && k < 4; k++) a[k] = k; }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[3]);",
    ),
    (
        true,
        "",
        "int[] a = new int[5]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int from = 2 * i, to = from + 2; ts[i] = new Thread(() -> { for (int k = from; k < to; k++) a[k] = a[k + 1]; }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[3]);",
    ),
    (
        false,
        "",
        "int[] a = new int[4]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int id = i; ts[i] = new Thread(() -> { for (int k = id; k < a.length; k += 2) a[k] = k; }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[3]);",
    ),
    (
        true,
        "",
        "int[] a = new int[4]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int id = i; ts[i] = new Thread(() -> { for (int k = id; k < a.length; k += 1) a[k] = k; }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[3]);",
    ),
    (
        false,
        "static void up(int[] a, int at, int n) { for (int i = 0; i < n; i++) a[at]++; }",
        "int[] a = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int me = i; ts[i] = new Thread(() -> up(a, me, 2)); } for (Thread t : ts) t.start(); for (Thread t : ts) t.join(); System.out.println(a[0] + a[1]);",
    ),
    (
        true,
        "static void up(int[] a, int at, int n) { for (int i = 0; i < n; i++) a[i]++; }",
        "int[] a = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int me = i; ts[i] = new Thread(() -> up(a, me, 2)); } for (Thread t : ts) t.start(); for (Thread t : ts) t.join(); System.out.println(a[0] + a[1]);",
    ),
    (
        true,
        "static int[] kept; static void up(int[] a, int at) { kept = a; kept[0]++; }",
        "int[] a = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int me = i; ts[i] = new Thread(() -> up(a, me)); } for (Thread t : ts) t.start(); for (Thread t : ts) t.join();",
    ),
    (
        false,
        "",
        "A[] seen = new A[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { seen[k] = new A(); }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(seen[0] == seen[1]);",
    ),
    (
        true,
        "",
        "A[] seen = new A[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { seen[0] = new A(); }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(seen[0] == seen[1]);",
    ),
    (
        false,
        "static void sort(int[] a) throws Exception { int[] l = Arrays.copyOfRange(a, 0, 1), r = Arrays.copyOfRange(a, 1, 2); Thread t = new Thread(() -> Arrays.sort(l)); t.start(); Arrays.sort(r); t.join(); a[0] = l[0]; a[1] = r[0]; }",
        "int[] a = {2, 1}; sort(a); System.out.println(a[0]);",
    ),
    (
        true,
        "static void sort(int[] a) throws Exception { int[] l = Arrays.copyOfRange(a, 0, 1), r = Arrays.copyOfRange(a, 1, 2); Thread t = new Thread(() -> Arrays.fill(l, 0, 1, 4)); t.start(); l[0] = 3; t.join(); a[0] = l[0]; a[1] = r[0]; }",
        "int[] a = {2, 1}; sort(a); System.out.println(a[0]);",
    ),
    (
        false,
        "",
        "int[] a = new int[4]; Thread t = new Thread(() -> Arrays.fill(a, 0, 2, 7)); t.start(); Arrays.fill(a, 2, 4, 8); t.join(); System.out.println(a[0]);",
    ),
    (
        true,
        "",
        "int[] a = new int[4]; Thread t = new Thread(() -> Arrays.fill(a, 0, 3, 7)); t.start(); Arrays.fill(a, 2, 4, 8); t.join(); System.out.println(a[0]);",
    ),
    (
        false,
        "",
        "int[][] a = new int[2][2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { for (int j = 0; j < a[k].length; j++) a[k][j] = j; }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[1][1]);",
    ),
    (
        true,
        "",
        "int[][] a = new int[2][2]; a[1] = a[0]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { for (int j = 0; j < a[k].length; j++) a[k][j] = j; }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[1][1]);",
    ),
    (
        true,
        "",
        "int[] row = {1}; int[][] a = {row, row}; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { a[k][0] = k; }); ts[i].start(); } for (Thread t : ts) t.join();",
    ),
    (
        true,
        "",
        "int[] a = new int[2]; class W implements Runnable { final int k; W(int k) { this.k = k; } public void run() { a[k]++; } } Thread t = new Thread(new W(1)), u = new Thread(new W(1)); t.start(); u.start(); t.join(); u.join();",
    ),
    (
        false,
        "static class W extends Thread { private final String[] words; volatile int n; W(String... words) { this.words = words; } public void run() { n = words.length + words[0].length(); } }",
        "W a = new W(\"x\", \"y\"), b = new W(\"z\"); a.start(); b.start(); a.join(); b.join(); System.out.println(a.n);",
    ),
    (
        false,
        "static class V implements Callable<Integer> { private final int of; private int n; V(int of) { this.of = of; } public Integer call() { for (int i = 0; i < of; i++) n++; return n; } }",
        "ExecutorService e = Executors.newFixedThreadPool(2); List<Future<Integer>> all = new ArrayList<>(); for (int i = 0; i < 2; i++) all.add(e.submit(new V(i))); int s = 0; for (Future<Integer> f : all) s += f.get(); e.shutdown(); System.out.println(s);",
    ),
    (
        true,
        "static class V implements Callable<Integer> { private final int of; private int n; V(int of) { this.of = of; } public Integer call() { for (int i = 0; i < of; i++) n++; return n; } }",
        "ExecutorService e = Executors.newFixedThreadPool(2); V v = new V(1); Future<Integer> f = e.submit(v), g = e.submit(v); System.out.println(f.get() + g.get()); e.shutdown();",
    ),
    (
        false,
        "static class W extends Thread { private int r; public void run() { r = 4; } int get() throws InterruptedException { join(); return r; } }",
        "W w = new W(); w.start(); System.out.println(w.get());",
    ),
    (
        true,
        "static class W extends Thread { private int r; public void run() { r = 4; } int get() throws InterruptedException { int x = r; join(); return x; } }",
        "W w = new W(); w.start(); System.out.println(w.get());",
    ),
    (
        false,
        "",
        "int[] a = new int[2]; Thread[] ts = new Thread[4]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> System.out.println(k)); ts[i + 2] = new Thread(() -> { a[k] += 1; }); } for (Thread t : ts) t.start(); for (Thread t : ts) t.join(); System.out.println(a[0] + a[1]);",
    ),
    (
        true,
        "",
        "int[] a = new int[2]; Thread[] ts = new Thread[4]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> a[k]++); ts[i + 2] = new Thread(() -> { a[k] += 1; }); } for (Thread t : ts) t.start(); for (Thread t : ts) t.join(); System.out.println(a[0] + a[1]);",
    ),
    (
        true,
        "",
        "int[] a = new int[2]; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[0] = new Thread(() -> { a[k] += 1; }); ts[0].start(); } for (Thread t : ts) if (t != null) t.join(); System.out.println(a[0] + a[1]);",
    ),
    (
        true,
        "static final List<Thread> all = new ArrayList<>(); static void go() { for (Thread t : all) t.start(); }",
        "int[] a = new int[2]; Thread t = new Thread(() -> a[0] = 1); all.add(t); go(); a[0] = 2;",
    ),
    (
        true,
        "",
        "int[] a = new int[2]; Runnable r = () -> a[0]++; Thread t = new Thread(r), u = new Thread(r); t.start(); u.start(); t.join(); u.join();",
    ),
    (
        true,
        "",
        "int[] a = new int[2]; Thread t = new Thread(() -> new Thread(() -> a[0]++).start()); t.start(); t.join(); a[0]++;",
    ),
    (
        false,
        "static class V { final int id; /*# guarded_by this */ int gold; V(int id) { this.id = id; } static void move(V from, V to) { V first = from.id < to.id ? from : to; V second = from.id < to.id ? to : from; synchronized (first) { synchronized (second) { from.gold--; to.gold++; } } } }",
        "V a = new V(1), b = new V(2); Thread t = new Thread(() -> V.move(a, b)), u = new Thread(() -> V.move(b, a)); t.start(); u.start(); t.join(); u.join();",
    ),
    (
        false,
        "static class V { final int id; /*# guarded_by this */ int gold; V(int id) { this.id = id; } static void move(V from, V to) { V first = from.id < to.id ? from : to; V second = first == from ? to : from; synchronized (first) { synchronized (second) { from.gold--; to.gold++; } } } }",
        "V a = new V(1), b = new V(2); Thread t = new Thread(() -> V.move(a, b)), u = new Thread(() -> V.move(b, a)); t.start(); u.start(); t.join(); u.join();",
    ),
    (
        true,
        "static class V { final int id; /*# guarded_by this */ int gold; V(int id) { this.id = id; } static void move(V from, V to) { V first = from.id < to.id ? from : to; V second = from.id < to.id ? from : to; synchronized (first) { synchronized (second) { from.gold--; to.gold++; } } } }",
        "V a = new V(1), b = new V(2); Thread t = new Thread(() -> V.move(a, b)), u = new Thread(() -> V.move(b, a)); t.start(); u.start(); t.join(); u.join(); V c = new V(0); Thread v = new Thread(() -> V.move(c, b)), w = new Thread(() -> V.move(a, b)); v.start(); w.start();",
    ),
    (
        true,
        "static class S { int level; }",
        "AtomicReference<S> r = new AtomicReference<>(new S()); Thread t = new Thread(() -> r.get().level++), u = new Thread(() -> r.get().level++); t.start(); u.start();",
    ),
    (
        true,
        "static class S { int level; } static final ConcurrentHashMap<String, S> m = new ConcurrentHashMap<>(); static void up() { S s = m.get(\"k\"); s.level++; }",
        "m.put(\"k\", new S()); Thread t = new Thread(() -> up()), u = new Thread(() -> up()); t.start(); u.start();",
    ),
    (
        false,
        "static class S { int level; } static final ConcurrentHashMap<String, S> m = new ConcurrentHashMap<>(); static void up() { m.compute(\"k\", (k, s) -> { S it = s == null ? new S() : s; it.level++; return it; }); }",
        "Thread t = new Thread(() -> up()), u = new Thread(() -> up()); t.start(); u.start();",
    ),
    (
        false,
        "static class S { int level; } static final ConcurrentHashMap<String, S> m = new ConcurrentHashMap<>(); static synchronized void up() { S s = m.get(\"k\"); s.level++; }",
        "m.put(\"k\", new S()); Thread t = new Thread(() -> up()), u = new Thread(() -> up()); t.start(); u.start();",
    ),
];

/// Holds each program to what the explorer finds.
pub(crate) fn hold(tasks: &[(bool, &str, &str)]) {
    let imports = "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\n";
    for (n, (races, members, main)) in tasks.iter().enumerate() {
        let head = "public static void main(String[] args) throws Exception";
        let text = format!("{imports}class A {{\n{members}\n{head} {{\n{main}\n}} }}\n");
        let has = |question: &str, key: &str| {
            !answer(question, Path::new("A.java"), &text)[key].as_array().expect("an array").is_empty()
        };
        assert_eq!(has("check", "errors"), *races, "{text}");
        if all() || n % 5 == 0 {
            assert_eq!(has("explore", "races"), *races, "{text}");
        }
    }
}

#[test]
fn tasks_need_a_lock_where_a_schedule_has_a_race() {
    hold(TASKS);
}
