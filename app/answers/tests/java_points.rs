//! Programs whose accesses are no points of choice if a lock, or the start and end of threads, keeps them apart: what they print, and their
//! races, by hand.

use crate::java_run::answer_with;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Fields, the bodies of threads, statements of `main` in front of their start, and behind it; outputs, and fields with a race.
type Case = (
    &'static str,
    &'static str,
    &'static [&'static str],
    [&'static str; 2],
    &'static [&'static str],
    &'static [&'static str],
);

const JOINED: &str = "t0.join(); t1.join(); System.out.println(x);";

const CASES: &[Case] = &[
    (
        "one lock",
        "static final Object l = new Object(); static int x;",
        &["synchronized (l) { x++; }", "synchronized (l) { x++; }"],
        ["x = 0;", JOINED],
        &["2"],
        &[],
    ),
    (
        "two locks",
        "static final Object l = new Object(), m = new Object(); static int x;",
        &["synchronized (l) { x++; }", "synchronized (m) { x++; }"],
        ["", JOINED],
        &["1", "2"],
        &["A.x"],
    ),
    (
        "a reader without the lock",
        "static final Object l = new Object(); static int x;",
        &["synchronized (l) { x = 1; x = 2; }", "System.out.println(x);"],
        ["", "t0.join(); t1.join();"],
        &["0", "1", "2"],
        &["A.x"],
    ),
    (
        "the end of one thread alone is waited for",
        "static final Object l = new Object(); static int x;",
        &["synchronized (l) { x++; }", "synchronized (l) { x++; }"],
        ["", "t0.join(); System.out.println(x);"],
        &["1", "2"],
        &["A.x"],
    ),
    (
        "a write between two starts",
        "static final Object l = new Object(); static int x;",
        &["synchronized (l) { x++; }", "x = 7;"],
        ["", "t1.join(); t0.join(); System.out.println(x);"],
        &["1", "7", "8"],
        &["A.x"],
    ),
    (
        "a flag under a lock",
        "static final Object l = new Object(); static boolean f; static int x;",
        &["while (true) synchronized (l) { if (f) break; }", "synchronized (l) { x = 5; f = true; }"],
        ["", JOINED],
        &["5"],
        &[],
    ),
    (
        "a copy of what a lock guards, without it",
        "static final Object l = new Object(); static int[] x = new int[2];",
        &["synchronized (l) { x[0] = 1; x[1] = 1; }", "int[] c = x.clone(); System.out.println(c[0] + c[1]);"],
        ["", "t0.join(); t1.join();"],
        &["0", "1", "2"],
        &["an array's element"],
    ),
    (
        "who looks whether a lock is free",
        "static final java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); static int x;",
        &["l.lock(); x = 1; l.unlock();", "System.out.println(l.tryLock());"],
        ["", "t0.join();"],
        &["false", "true"],
        &[],
    ),
    (
        "two that wait and one notification",
        "static final Object l = new Object(); static int x;",
        &[
            "synchronized (l) { while (x == 0) try { l.wait(); } catch (InterruptedException e) { } x = 0; System.out.println(1); }",
            "synchronized (l) { x = 1; l.notify(); }",
        ],
        ["", "synchronized (l) { x = 1; l.notify(); }"],
        &["1"],
        &[],
    ),
    (
        "what a volatile flag hands over",
        "static volatile boolean f; static int x;",
        &["x = 3; f = true;", "if (f) System.out.println(x);"],
        ["", "t0.join(); t1.join();"],
        &["", "3"],
        &[],
    ),
    (
        "a section of many accesses",
        "static final Object l = new Object(); static int x;",
        &["synchronized (l) { for (int i = 0; i < 1200; i++) x++; }", "synchronized (l) { System.out.println(x); }"],
        ["", "t0.join();"],
        &["0", "1200"],
        &[],
    ),
    (
        "elements of their own",
        "static int[] x = new int[2];",
        &["x[0]++; x[0]++;", "x[1]++;"],
        ["", "t0.join(); t1.join(); System.out.println(x[0] + x[1]);"],
        &["3"],
        &[],
    ),
];

/// The program of a case.
fn program((_, fields, bodies, [before, after], ..): &Case) -> String {
    let make = |n: usize, body: &str| format!("Thread t{n} = new Thread(() -> {{ {body} }}); ");
    let threads: String = bodies.iter().enumerate().map(|(n, body)| make(n, body)).collect();
    let starts: String = (0..bodies.len()).map(|n| format!("t{n}.start(); ")).collect();
    format!(
        "public class A {{\n{fields}\npublic static void main(String[] s) throws InterruptedException {{\n\
         {before} {threads}{starts}{after}\n}} }}"
    )
}

fn words(list: &Value, of: impl Fn(&Value) -> String) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().map(of).collect()
}

#[test]
fn programs_do_what_they_do_with_all_points() {
    for case in CASES {
        let (what, .., outputs, races) = case;
        for algorithm in ["states", "dpor"] {
            // A thread that looks at a flag has traces without end.
            if algorithm == "dpor" && what.contains("flag under") {
                continue;
            }
            let asked = json!({ "algorithm": algorithm, "max_runs": 100_000 });
            let found = answer_with("explore", "A.java".as_ref(), &program(case), asked);
            assert_eq!(found["complete"], json!(true), "{what}: {found}");
            let line = |o: &Value| {
                let lines = o["output"].as_array().into_iter().flatten();
                lines.map(|l| l.as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>().join(" ")
            };
            let printed = words(&found["outcomes_by"]["outcomes"], line);
            assert_eq!(printed, outputs.iter().map(|o| (*o).to_owned()).collect(), "{what}, {algorithm}: {found}");
            let racing = words(&found["races"], |race| race["field"].as_str().unwrap_or_default().to_owned());
            assert_eq!(racing, races.iter().map(|o| (*o).to_owned()).collect(), "{what}, {algorithm}: {found}");
        }
    }
}
