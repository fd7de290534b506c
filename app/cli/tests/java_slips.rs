//! Slips of beginners in Java: each is led to the program that was meant, or is left alone.

mod list;
mod places;

use crate::support::{every, racefree};
use list::SLIPS;
use places::{GUESSES, PLACES};
use std::fs;

/// What a lock around too much would stop for ever; and what is no slip of a pen.
const TEMPTING: &[(&str, &str, &str)] = &[
    (
        "a method that waits for a thread takes the lock around what needs it",
        "static int n; static synchronized void up() { n++; } static void both(Thread t) throws InterruptedException { t.join(); n++; }",
        "static /*# guarded_by C.class */ int n; static synchronized void up() { n++; } static void both(Thread t) throws InterruptedException { t.join(); synchronized (C.class) { n++; } }",
    ),
    (
        "a loop that spins is not put under the lock",
        "int n; boolean on; synchronized void set() { on = true; } int get() { while (!on) Thread.yield(); return n; }",
        "/*# guarded_by this */ int n; volatile boolean on; synchronized void set() { on = true; } int get() { while (!on) Thread.yield(); synchronized (this) { return n; } }",
    ),
    (
        "two methods that call each other's objects are not both put under their locks",
        "int n; final C peer; C(C peer) { this.peer = peer; } synchronized void lock() { } void ping() { n++; peer.pong(); } void pong() { n++; }",
        "int n; final C peer; C(C peer) { this.peer = peer; } synchronized void lock() { } void ping() { n++; peer.pong(); } void pong() { n++; }",
    ),
    (
        "nor is a transfer between two objects",
        "int n; synchronized void lock() { } void give(C to) { n--; to.n++; }",
        "int n; synchronized void lock() { } void give(C to) { n--; to.n++; }",
    ),
    (
        "an endless loop is not put under the lock",
        "int n; synchronized int n() { return n; } void run() { for (;;) { n++; if (Thread.interrupted()) return; } }",
        "/*# guarded_by this */ int n; synchronized int n() { return n; } void run() { for (;;) { synchronized (this) { n++; } if (Thread.interrupted()) return; } }",
    ),
    (
        "nor is a method named `await` that waits by a loop",
        "int polls; boolean on; synchronized void set() { on = true; } synchronized boolean is() { return on; } void await() { while (!is()) { polls = 1; } }",
        "/*# guarded_by this */ int polls; /*# guarded_by this */ boolean on; synchronized void set() { on = true; } synchronized boolean is() { return on; } void await() { while (!is()) { synchronized (this) { polls = 1; } } }",
    ),
    (
        "a method that waits in another one takes the lock around what needs it",
        "int n; synchronized void lock() { } void stop(Thread t) { try { t.join(); } catch (InterruptedException e) { } } void end(Thread t) { n++; stop(t); }",
        "/*# guarded_by this */ int n; synchronized void lock() { } void stop(Thread t) { try { t.join(); } catch (InterruptedException e) { } } void end(Thread t) { synchronized (this) { n++; } stop(t); }",
    ),
    (
        "two objects that call each other take no second lock",
        "/*# guarded_by this */ int n; final C peer; C(C peer) { this.peer = peer; } synchronized void ping() { n++; peer.pong(); } void pong() { n++; }",
        "/*# guarded_by this */ int n; final C peer; C(C peer) { this.peer = peer; } synchronized void ping() { n++; peer.pong(); } void pong() { n++; }",
    ),
    (
        "an object that gets away before it is built has no final field for that",
        "private int id; static volatile C last; C() { last = this; id = 4; } synchronized int id() { return id; }",
        "private /*# guarded_by this */ int id; static volatile C last; C() { last = this; synchronized (this) { id = 4; } } synchronized int id() { return id; }",
    ),
    (
        "letters in the wrong order",
        "int n; void up() { wihle (n < 3) { n++; } }",
        "int n; void up() { while (n < 3) { n++; } }",
    ),
    ("a name is no word", "public sychronized void inc() { }", "public synchronized void inc() { }"),
    (
        "a statement ends with its line",
        "void up() { Object o   new Object(); }",
        "void up() { Object o   new Object(); }",
    ),
    (
        "a method has a type",
        "int n /*# guarded_by this */; synchronized inc() { n++; }",
        "int n /*# guarded_by this */; synchronized void inc() { n++; }",
    ),
];

#[test]
fn slips_are_led_to_what_was_meant() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("C.java");
    let mut wrong = Vec::new();
    let sure = SLIPS.iter().chain(PLACES).chain(TEMPTING).map(|slip| ("--fix", slip));
    for (fix, (what, before, after)) in sure.chain(GUESSES.iter().map(|slip| ("--fix=all", slip))).step_by(every(3)) {
        fs::write(&path, format!("class C {{\n         {before}\n}}\n")).expect("a file");
        let run = racefree(&["check", fix, "--write", &path.display().to_string()], "");
        let text = fs::read_to_string(&path).expect("a file");
        if text != format!("class C {{\n         {after}\n}}\n") {
            wrong.push(format!("{what}:\n{text}{}{}", run.stdout, run.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_class_of_the_library_is_imported() {
    let text = "class C {\n    final List<Lock> locks = new ArrayList<>();\n}\n";
    let fixed = racefree(&["check", "--fix", "--language", "java", "-"], text).stdout;
    for class in ["java.util.List", "java.util.ArrayList", "java.util.concurrent.locks.Lock"] {
        assert!(fixed.contains(&format!("+import {class};\n")), "{fixed}");
    }
    // In a package it may be a class of a file that nobody named, and so may one of a package that is not known.
    for head in ["package p;\n", "import q.*;\n"] {
        let said = racefree(&["check", "--language", "java", "-"], &format!("{head}{text}")).stdout;
        assert!(!said.contains("JAVA CODE"), "{said}");
    }
}

/// A value that is made of the one before is not mended by `volatile`, and no such thing is offered.
#[test]
fn volatile_is_for_values_that_depend_on_none() {
    let said =
        |members: &str| racefree(&["check", "-", "--language", "java"], &format!("class C {{ {members} }}")).stdout;
    let counter = said("int n; synchronized void lock() {} void up() { n++; }");
    assert!(counter.contains("ways out: `@GuardedBy` with `this`") && !counter.contains("volatile"), "{counter}");
    let flag = said("boolean on; synchronized void lock() {} void stop() { on = true; } boolean is() { return on; }");
    assert!(flag.contains("or `volatile`"), "{flag}");
    let lists = "import java.util.*; import java.util.concurrent.*; class M { private final Map<String, List<Integer>> m = new ConcurrentHashMap<>();
         void add(String k) { m.computeIfAbsent(k, x -> new ArrayList<>()).add(1); }
         public static void main(String[] a) { M c = new M(); new Thread(() -> c.add(\"x\")).start(); c.add(\"x\"); } }";
    let lists = racefree(&["check", "-", "--language", "java"], lists).stdout;
    assert!(lists.contains("ways out") && !lists.contains("volatile"), "a final field is not volatile: {lists}");
    // A semaphore of two permits is no guard.
    let permits = |n: &str| {
        let taken = "{ s.acquire(); try { n++; } finally { s.release(); } }";
        said(&format!(
            "final java.util.concurrent.Semaphore s = new java.util.concurrent.Semaphore({n}); int n; synchronized void lock() {{}} void up() throws InterruptedException {taken}"
        ))
    };
    assert!(
        permits("1").contains("GuardedBy(\"s\")") && !permits("2").contains("GuardedBy(\"s\")"),
        "{}",
        permits("1")
    );
    // A lock of each object is none of a static field.
    let fixed = said("static int n; synchronized void up() { n++; } synchronized void down() { n--; }");
    assert!(fixed.contains("its lock is `C.class`") && !fixed.contains("every access holds"), "{fixed}");
    let inner =
        said("int n; synchronized void up() { n++; } class In { synchronized boolean any() { return n > 0; } }");
    assert!(!inner.contains("every access holds"), "{inner}");
}
