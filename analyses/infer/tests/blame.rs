//! Programs with one mistake each: the error of the best partial answer is where a person would mend the program, and the places to
//! blame name it.

use crate::support::*;
use racefree_infer::Settings;

/// What is said of a program: the errors that are left, and the lines to blame.
fn said(text: &str) -> (Vec<String>, Vec<u32>) {
    let answer = by(None, text, &Settings::default()).expect("an answer");
    assert!(!answer.ok, "{}", answer.text);
    let lines = racefree_grammar::span::LineIndex::new(text);
    let mut core: Vec<u32> = answer.core.iter().map(|i| lines.line(i.span.start)).collect();
    core.dedup();
    (errors(&answer), core)
}

/// Each with a comment where the mistake is.
const PROGRAMS: [(&str, &str, &str); 12] = [
    (
        "one of several callers forgets the lock of a method with one access",
        "class Cell { int v = 0
           void set(int x) { this.v = x } }
         let Cell c = new Cell in {
           fork { synchronized c in c.set(1) };
           fork { synchronized c in c.set(2) };
           fork { c.set(3) }  // HERE
         }",
        "EXP INVOKE/requires-held",
    ),
    (
        "one access of several is outside the synchronized",
        "class Account { int balance = 0
           void deposit(int x) { synchronized this in this.balance = this.balance + x }
           void withdraw(int x) { synchronized this in this.balance = this.balance - x }
           int get() { this.balance }  // HERE
         }
         let Account a = new Account in {
           fork { a.deposit(1) }; fork { a.withdraw(1) }; fork { a.get() } }",
        "EXP REF/guard-held",
    ),
    (
        "a helper two calls down, called by one path without the lock",
        "class Log { int lines = 0
           void put(int n) { this.lines = this.lines + n }
           void two(int n) { this.put(n); this.put(n) }
           void safe(int n) { synchronized this in this.two(n) }
           void also(int n) { synchronized this in this.put(n) }
           void fast(int n) { this.two(n) }  // HERE
         }
         let Log l = new Log in { fork { l.safe(1) }; fork { l.also(1) }; fork { l.fast(2) } }",
        "EXP INVOKE/requires-held",
    ),
    (
        "a lock of its own class, and once another one is taken",
        "class Queue { final Object mutex = new Object  final Object other = new Object
           int head = 0
           void push(int x) { synchronized this.mutex in this.head = x }
           int peek() { synchronized this.mutex in this.head }
           int pop() { synchronized this.other in this.head }  // HERE
         }
         let Queue q = new Queue in { fork { q.push(1) }; fork { q.peek() }; fork { q.pop() } }",
        "EXP REF/guard-held",
    ),
    (
        "a fork holds no lock",
        "class Job { int n = 0
           void start() { synchronized this in {
             this.n = 1;
             this.n = this.n + 1;
             fork { this.n = 2 }  // HERE
           } }
           int get() { synchronized this in this.n } }
         let Job j = new Job in { fork { j.start() }; fork { j.get() } }",
        "EXP ASSIGN/guard-held",
    ),
    (
        "two accounts, and only the lock of one is taken",
        "class Account { int balance = 0
           void add(int x) { this.balance = this.balance + x }
           void safe(int x) { synchronized this in this.add(x) }
           void give(Account to, int x) { synchronized this in {
             this.add(x);
             to.add(x)  // HERE
           } } }
         let Account a = new Account in let Account b = new Account in {
           fork { a.give(b, 1) }; fork { b.give(a, 1) }; fork { a.safe(1) } }",
        "EXP INVOKE/requires-held",
    ),
    (
        "no lock is taken at all",
        "class Count { int n = 0  // HERE
           void up() { this.n = this.n + 1 } }
         let Count c = new Count in { fork { c.up() }; fork { c.up() } }",
        "SHAREABLE/guarded-or-final",
    ),
    (
        "an object in another one, whose lock is forgotten by one method of the owner",
        "class Buffer { int size = 0
           void grow() { this.size = this.size + 1 } }
         class Stream { final Buffer buffer = new Buffer
           void write() { synchronized this in this.buffer.grow() }
           void flush() { synchronized this in this.buffer.grow() }
           void peek() { this.buffer.grow() }  // HERE
         }
         let Stream s = new Stream in { fork { s.write() }; fork { s.flush() }; fork { s.peek() } }",
        "EXP INVOKE/requires-held",
    ),
    (
        "a list under the lock of its table, and one method that looks without it",
        "class Node { int key = 0 Node next = null
           void init(int k, Node n) { this.key = k; this.next = n }
           boolean has(int k) { if (this.key == k) true else if (this.next == null) false else this.next.has(k) } }
         class Table { Node head = null
           void put(int k) { synchronized this in let Node n = new Node in { n.init(k, this.head); this.head = n } }
           boolean has(int k) { synchronized this in if (this.head == null) false else this.head.has(k) }
           boolean empty() { this.head == null }  // HERE
         }
         let Table t = new Table in { fork { t.put(1) }; fork { t.has(1) }; fork { t.empty() } }",
        "EXP REF/guard-held",
    ),
    (
        "the main thread reads what workers write",
        "class Sum { int total = 0
           void add(int x) { synchronized this in this.total = this.total + x } }
         let Sum s = new Sum in {
           fork { s.add(1) }; fork { s.add(2) };
           print s.total  // HERE
         }",
        "EXP REF/guard-held",
    ),
    (
        "a lock handed down, and one user without it",
        "class Leaf { int v = 0
           void put(int x) { this.v = x } }
         class Mid { final Leaf leaf = new Leaf
           void put(int x) { this.leaf.put(x) } }
         class Top { final Mid mid = new Mid
           void put(int x) { this.mid.put(x) } }
         let Object lock = new Object in let Top top = new Top in {
           fork { synchronized lock in top.put(1) };
           fork { synchronized lock in top.put(2) };
           fork { top.put(3) }  // HERE
         }",
        "EXP INVOKE/requires-held",
    ),
    (
        "a subclass that forgets what its superclass does",
        "class Shape { int area = 0
           void set(int a) { synchronized this in this.area = a }
           int get() { synchronized this in this.area } }
         class Square extends Shape {
           void side(int s) { this.area = s * s }  // HERE
         }
         let Square q = new Square in { fork { q.set(1) }; fork { q.get() }; fork { q.side(2) } }",
        "EXP ASSIGN/guard-held",
    ),
];

#[test]
fn the_blame_is_where_a_person_would_put_it() {
    let mut wrong = Vec::new();
    for (what, text, premise) in PROGRAMS {
        let line = 1 + text.lines().position(|l| l.contains("// HERE")).expect("a mistake") as u32;
        let (errors, core) = said(text);
        if errors != [format!("{premise} @ {line}")] || !core.contains(&line) {
            wrong.push(format!("{what}: line {line}\n  left: {errors:?}\n  to blame: {core:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), PROGRAMS.len(), wrong.join("\n"));
}
