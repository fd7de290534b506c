//! Objects of the library in variables that several threads use, and fields that one thread has at a time: `check` reports those that `explore`
//! finds a race on, and no others.

use super::java_run::{all, answer};
use std::path::Path;

/// Statements of `main`, of which some schedule has a race on the object of `l`.
const RACES: &[&str] = &[
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); new Thread(() -> l.add(1)).start(); for (int x : l) System.out.println(x);",
    "List<Integer> l = new ArrayList<>(); Object m = new Object(); new Thread(() -> { synchronized (m) { l.add(1); } }).start(); l.add(2);",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread(l::clear); t.start(); l.add(1);",
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
];

fn program(main: &str) -> String {
    format!(
        "import java.util.*;\nimport java.util.concurrent.*;\nclass A {{\n\
         static void fill(List<Integer> l) {{ l.add(1); }}\n\
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
        let text = format!("class A{above} {{ {} }}", members.replace("static void main()", main));
        let has = |question: &str, key: &str| {
            !answer(question, Path::new("A.java"), &text)[key].as_array().expect("an array").is_empty()
        };
        assert_eq!((has("check", "errors"), has("explore", "races")), (*races, *races), "{text}");
    }
}
