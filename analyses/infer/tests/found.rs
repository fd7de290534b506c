//! Programs of the kinds in the papers, whose annotations are known: what each way must find.

use crate::support::*;
use racefree_infer::{Kind, Runs, Settings, infer_by_runs};

/// What it is, the program, the guards by field (`final` and `thread_local` for the others), the new ghosts of a class.
struct Known {
    what: &'static str,
    text: &'static str,
    guards: &'static [&'static str],
    ghosts: u32,
    runs: bool,
}

const KNOWN: [Known; 17] = [
    Known {
        what: "a hash table under its own lock, its entries in chains",
        text: "class Entry { int key = 0 int value = 0 Entry next = null
                 void init(int k, int v, Entry n) { this.key = k; this.value = v; this.next = n }
                 int find(int k) { if (this.key == k) this.value else if (this.next == null) 0 else this.next.find(k) } }
               class Hashtable { Entry even = null Entry odd = null int count = 0
                 synchronized void put(int k, int v) { this.count = this.count + 1;
                   let Entry e = new Entry in if (k % 2 == 0) { e.init(k, v, this.even); this.even = e }
                   else { e.init(k, v, this.odd); this.odd = e } }
                 synchronized int get(int k) { if (k % 2 == 0) (if (this.even == null) 0 else this.even.find(k))
                   else (if (this.odd == null) 0 else this.odd.find(k)) }
                 synchronized int size() { this.count } }
               let Hashtable t = new Hashtable in { fork { t.put(1, 2); t.put(2, 3) }; fork { t.get(1); t.size() } }",
        guards: &[
            "Entry.key lock",
            "Entry.value lock",
            "Entry.next lock",
            "Hashtable.even this",
            "Hashtable.odd this",
            "Hashtable.count this",
        ],
        ghosts: 1,
        runs: true,
    },
    Known {
        what: "a vector, and enumerations that lock it",
        text: "class Vector { int size = 0 int first = 0
                 synchronized void add(int x) { this.size = this.size + 1; this.first = x }
                 int at(int i) { if (i < this.size) this.first else 0 }
                 int count() { this.size } }
               class Enumeration { int i = 0
                 boolean more(Vector v) { synchronized v in { this.i = this.i + 1; this.i < v.count() } }
                 int next(Vector v) { synchronized v in v.at(this.i) } }
               let Vector v = new Vector in {
                 fork { let Enumeration e = new Enumeration in while (e.more(v)) { e.next(v) } };
                 fork { v.add(1); v.add(2) } }",
        guards: &["Vector.size this", "Vector.first this", "Enumeration.i thread_local"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "a buffer that appends another one, with both locks",
        text: "class StringBuffer { int length = 0
                 int len() { this.length }
                 void append(StringBuffer other) { let int n = (synchronized other in other.len()) in
                   synchronized this in this.length = this.length + n }
                 void add(int n) { synchronized this in this.length = this.length + n } }
               let StringBuffer a = new StringBuffer in let StringBuffer b = new StringBuffer in {
                 fork { a.append(b) }; fork { b.append(a) }; fork { a.add(1) } }",
        guards: &["StringBuffer.length this"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "a writer with a lock in a final field, and one that inherits it",
        text: "class Writer { final Object lock = new Object int written = 0
                 void write(int n) { synchronized this.lock in this.written = this.written + n } }
               class BufferedWriter extends Writer { int buffered = 0
                 void put(int n) { synchronized this.lock in { this.buffered = this.buffered + n; this.flush() } }
                 void flush() { this.written = this.written + this.buffered; this.buffered = 0 } }
               let BufferedWriter w = new BufferedWriter in { fork { w.put(1) }; fork { w.write(2) } }",
        guards: &["Writer.written this.lock", "BufferedWriter.buffered this.lock"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "two ends of a queue with a lock each",
        text: "class Queue { final Object front = new Object final Object back = new Object int head = 0 int tail = 0
                 void push(int x) { synchronized this.back in this.tail = this.tail + x }
                 int pop() { synchronized this.front in { this.head = this.head + 1; this.head } } }
               let Queue q = new Queue in { fork { q.push(1) }; fork { q.pop() }; fork { q.push(2); q.pop() } }",
        guards: &["Queue.head this.front", "Queue.tail this.back"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "one class under two locks of the main program",
        text: "class Counter { int n = 0 void up() { this.n = this.n + 1 } }
               let Object a = new Object in let Object b = new Object in
               let Counter x = new Counter in let Counter y = new Counter in {
                 fork { synchronized a in x.up() }; fork { synchronized a in x.up() };
                 fork { synchronized b in y.up() }; fork { synchronized b in y.up() } }",
        guards: &["Counter.n lock"],
        ghosts: 1,
        runs: true,
    },
    Known {
        what: "a tree under the lock of its owner",
        text: "class Tree { int v = 0 Tree left = null Tree right = null
                 void insert(int x) { if (x < this.v) {
                     if (this.left == null) { this.left = new Tree; this.left.set(x) } else this.left.insert(x) }
                   else { if (this.right == null) { this.right = new Tree; this.right.set(x) } else this.right.insert(x) } }
                 void set(int x) { this.v = x } }
               class Set { final Tree root = new Tree
                 synchronized void insert(int x) { this.root.insert(x) } }
               let Set s = new Set in { fork { s.insert(1); s.insert(5) }; fork { s.insert(3) } }",
        guards: &["Tree.v lock", "Tree.left lock", "Tree.right lock"],
        ghosts: 1,
        runs: true,
    },
    Known {
        what: "objects that each thread makes for itself",
        text: "class Temp { int sum = 0 void add(int x) { this.sum = this.sum + x } int get() { this.sum } }
               class Result { int best = 0
                 synchronized void offer(int x) { if (x > this.best) this.best = x } }
               let Result r = new Result in {
                 fork { let Temp t = new Temp in { t.add(1); t.add(2); r.offer(t.get()) } };
                 fork { let Temp t = new Temp in { t.add(3); r.offer(t.get()) } } }",
        guards: &["Temp.sum thread_local", "Result.best this"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "constants",
        text: "class Config { int port = 80 String host = \"here\" int p() { this.port } String h() { this.host } }
               let Config c = new Config in { fork { c.p(); c.h() }; fork { c.p() } }",
        guards: &["Config.port final", "Config.host final"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "a transfer between two accounts whose locks the caller holds",
        text: "class Account { int balance = 0 void add(int x) { this.balance = this.balance + x } }
               class Bank { int moves = 0
                 void move(Account from, Account to, int x) { from.add(0 - x); to.add(x) }
                 void transfer(Account from, Account to, int x) {
                   synchronized from in synchronized to in this.move(from, to, x);
                   synchronized this in this.moves = this.moves + 1 } }
               let Bank k = new Bank in let Account a = new Account in let Account b = new Account in {
                 fork { k.transfer(a, b, 1) }; fork { k.transfer(a, b, 2) } }",
        guards: &["Account.balance this", "Bank.moves this"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "an object that is looked up and used under the lock of what holds it",
        text: "class Item { int uses = 0 void use() { this.uses = this.uses + 1 } }
               class Pool { Item item = null
                 Item get() { if (this.item == null) this.item = new Item; this.item }
                 void run() { synchronized this in let Item i = this.get() in i.use() } }
               let Pool p = new Pool in { fork { p.run() }; fork { p.run() } }",
        guards: &["Item.uses lock", "Pool.item this"],
        ghosts: 1,
        runs: true,
    },
    Known {
        what: "a lock two objects away",
        text: "class Root { final Object mutex = new Object }
               class Node { final Root root = new Root int v = 0
                 void set(int x) { synchronized this.root.mutex in this.v = x }
                 int get() { synchronized this.root.mutex in this.v } }
               let Node n = new Node in { fork { n.set(1) }; fork { n.get() } }",
        guards: &["Node.v this.root.mutex"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "a field that is never assigned names the lock, and has to be final",
        text: "class Log { Object mutex = new Object int lines = 0
                 void put() { synchronized this.mutex in this.lines = this.lines + 1 } }
               let Log l = new Log in { fork { l.put() }; fork { l.put() } }",
        guards: &["Log.mutex final", "Log.lines this.mutex"],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "a library",
        text: "class Stack { int top = 0 int size = 0
                 synchronized void push(int x) { this.top = x; this.grow() }
                 void grow() { this.size = this.size + 1 }
                 synchronized int pop() { this.size = this.size - 1; this.top } }",
        guards: &["Stack.top this", "Stack.size this"],
        ghosts: 0,
        runs: false,
    },
    Known {
        what: "a superclass whose subclass hands its lock on",
        text: "class Base { int n = 0 void up() { this.n = this.n + 1 } }
               class Derived extends Base { int m = 0 void both() { this.up(); this.m = this.m + 1 } }
               class Owner { final Derived d = new Derived
                 synchronized void go() { this.d.both() } }
               let Owner o = new Owner in { fork { o.go() }; fork { o.go() } }",
        guards: &["Base.n lock", "Derived.m lock"],
        ghosts: 1,
        runs: true,
    },
    Known {
        what: "written ghosts, whose arguments are missing",
        text: "class Cell<ghost Object l> { int v guarded_by l = 0 void set(int x) requires l { this.v = x } }
               let Object lock = new Object in let Cell c = new Cell in {
                 fork { synchronized lock in c.set(1) }; fork { synchronized lock in c.set(2) } }",
        guards: &[],
        ghosts: 0,
        runs: true,
    },
    Known {
        what: "a monitor that hands out its lock to a helper as a parameter",
        text: "class Data { int x = 0 void set(int v) { this.x = v } }
               class Helper { void update(Data d, int v) { d.set(v); d.set(v + 1) } }
               class Monitor { final Data d = new Data
                 void go(Helper h, int v) { synchronized this.d in h.update(this.d, v) } }
               let Monitor m = new Monitor in let Helper h = new Helper in {
                 fork { m.go(h, 1) }; fork { m.go(h, 2) } }",
        guards: &["Data.x this"],
        ghosts: 0,
        runs: true,
    },
];

/// What protects each field that had nothing.
fn guards(text: &str, answer: &racefree_infer::Answer) -> Vec<String> {
    let program = parsed(text);
    let name = |class: u32| program.text(program.classes[class as usize].name);
    let mut all = Vec::new();
    for i in &answer.inferred {
        let a = &i.annotation;
        let (Some(class), member) = (a.class, a.member.as_deref().unwrap_or("")) else { continue };
        match a.kind {
            Kind::GuardedBy => all.push(format!("{}.{member} {}", name(class), a.text)),
            Kind::Final => all.push(format!("{}.{member} final", name(class))),
            Kind::ThreadLocal => {
                let fields = program.fields_of(&program.classes[class as usize]).iter();
                all.extend(fields.map(|f| format!("{}.{} thread_local", name(class), program.text(f.name))));
            }
            _ => {}
        }
    }
    all
}

#[test]
fn programs_of_the_papers_get_the_annotations_that_they_need() {
    let mut wrong = Vec::new();
    for Known { what, text, guards: expected, ghosts, runs } in KNOWN {
        let settings = Settings::default();
        let mut answers = vec![("auto", by(None, text, &settings).expect("an answer"))];
        if runs {
            let found = infer_by_runs(&parsed(text), text, &settings, &Runs::default(), None).expect("an answer");
            answers.push(("run", found));
        }
        for (way, answer) in answers {
            let mut found = guards(text, &answer);
            let mut expected: Vec<String> = expected.iter().map(|&g| g.to_owned()).collect();
            found.sort();
            expected.sort();
            if !answer.ok || found != expected || answer.ghosts != ghosts {
                wrong.push(format!(
                    "{what}, by {way}: {:?}\n{}\n{found:?} {}",
                    errors(&answer),
                    answer.text,
                    answer.ghosts
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n\n"));
}
