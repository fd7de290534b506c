//! Slips of order and of two steps: repaired, a program has no race and no deadlock in any schedule, and prints what was meant.

mod programs;

use crate::support::racefree;
use programs::PROGRAMS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// Texts that a program prints, by all schedules; a race, a deadlock or an exception as well.
fn outcomes(file: &str) -> (BTreeSet<String>, bool) {
    let run = racefree(&["explore", "--format", "json", file], "");
    let said: Value = serde_json::from_str(run.stdout.lines().next().unwrap_or_default()).expect("an object");
    let printed = |outcome: &Value| {
        let lines = outcome["output"].as_array().expect("lines").iter();
        lines.map(|line| line.as_str().expect("a line")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(said["complete"], true, "{said}");
    let all = said["outcomes_by"]["outcomes"].as_array().expect("outcomes").iter().map(printed).collect();
    let is_wrong = ["races", "deadlocks", "exceptions"].iter().any(|sort| said[sort] != Value::Array(Vec::new()));
    (all, is_wrong)
}

#[test]
fn repaired_programs_print_what_is_meant_in_every_schedule() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("C.java");
    let file = path.display().to_string();
    for (slip, program, prints) in PROGRAMS {
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
    // Which order is meant, a caller decides.
    "public class C { /*# guarded_by this */ int n; static void give(C from, C to) { synchronized (from) { synchronized (to) { from.n--; to.n++; } } } }",
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
