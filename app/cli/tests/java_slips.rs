//! Slips of beginners in Java: each is led to the program that was meant, or is left alone.

use crate::support::racefree;
use std::fs;

/// What is wrong, the members of a class `C` before, and after the sure repairs.
const SLIPS: &[(&str, &str, &str)] = &[
    (
        "the lock that every access holds is the guard, also where threads wait on it",
        "final Object lock = new Object(); boolean up;
         void set() { synchronized (lock) { up = true; lock.notifyAll(); } }
         void get() throws InterruptedException { synchronized (lock) { while (!up) lock.wait(); } }",
        "final Object lock = new Object(); /*# guarded_by lock */ boolean up;
         void set() { synchronized (lock) { up = true; lock.notifyAll(); } }
         void get() throws InterruptedException { synchronized (lock) { while (!up) lock.wait(); } }",
    ),
    (
        "a wrong lock is replaced by the right one",
        "final Object lock = new Object(); int n;
         void up() { synchronized (lock) { n++; } } int get() { synchronized (lock) { return n; } }
         void down() { synchronized (this) { n--; } }",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         void up() { synchronized (lock) { n++; } } int get() { synchronized (lock) { return n; } }
         void down() { synchronized (this.lock) { n--; } }",
    ),
    (
        "a box is no lock",
        "Integer n = 0; void up() { synchronized (n) { n++; } }",
        "/*# guarded_by this */ Integer n = 0; void up() { synchronized (this) { n++; } }",
    ),
    (
        "a static field has the lock of its class",
        "static int next; synchronized void draw() { next++; }",
        "static /*# guarded_by C.class */ int next; synchronized void draw() { synchronized (C.class) { next++; } }",
    ),
    (
        "the lock of another object inside of one's own may be a deadlock",
        "/*# guarded_by this */ int n; synchronized void give(C to) { n--; to.n++; }",
        "/*# guarded_by this */ int n; synchronized void give(C to) { n--; to.n++; }",
    ),
    (
        "who writes takes the lock for writers",
        "final java.util.concurrent.locks.ReentrantReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock();
         /*# guarded_by rw */ int n; void set(int v) { rw.readLock().lock(); try { n = v; } finally { rw.readLock().unlock(); } }",
        "final java.util.concurrent.locks.ReentrantReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock();
         /*# guarded_by rw */ int n; void set(int v) { rw.writeLock().lock(); try { n = v; } finally { rw.writeLock().unlock(); } }",
    ),
    (
        "a semicolon is missing",
        "int n; synchronized void up() { n = n + 1 } synchronized int get() { return n; }",
        "/*# guarded_by this */ int n; synchronized void up() { n = n + 1; } synchronized int get() { return n; }",
    ),
    (
        "a word is misspelt",
        "int n; synchronised void up() { n++; } synchronized int get() { return n; }",
        "/*# guarded_by this */ int n; synchronized void up() { n++; } synchronized int get() { return n; }",
    ),
    (
        "a block is not closed",
        "final Object lock = new Object();
         int n;
         void up() {
             synchronized (lock) {
                 n++;
         }
         int get() { synchronized (lock) { return n; } }",
        "final Object lock = new Object();
         /*# guarded_by lock */ int n;
         void up() {
             synchronized (lock) {
                 n++;
             }
         }
         int get() { synchronized (lock) { return n; } }",
    ),
    ("a bracket is missing", "void run() { new Thread(() -> stop(); } void stop() {}", "void run() { new Thread(() -> stop()); } void stop() {}"),
];

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
        "/*# guarded_by this */ int n; boolean on; synchronized void set() { on = true; } int get() { while (!on) Thread.yield(); synchronized (this) { return n; } }",
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
    for (what, before, after) in SLIPS.iter().chain(TEMPTING) {
        fs::write(&path, format!("class C {{\n         {before}\n}}\n")).expect("a file");
        let run = racefree(&["check", "--fix", "--write", &path.display().to_string()], "");
        let text = fs::read_to_string(&path).expect("a file");
        assert_eq!(text, format!("class C {{\n         {after}\n}}\n"), "{what}: {}{}", run.stdout, run.stderr);
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
    // A lock of each object is none of a static field.
    let fixed = said("static int n; synchronized void up() { n++; } synchronized void down() { n--; }");
    assert!(fixed.contains("its lock is `C.class`") && !fixed.contains("every access holds"), "{fixed}");
    let inner =
        said("int n; synchronized void up() { n++; } class In { synchronized boolean any() { return n > 0; } }");
    assert!(!inner.contains("every access holds"), "{inner}");
}
