//! Section 8 of the specification, row by row.

use racefree_atomicity::{Analysis, analyse};
use racefree_grammar::parse;
use racefree_kernel::{Options, System};

/// The declarations that the rows assume; each expression is the body of a method of them.
const DECLARATIONS: &str = "
    class C { int n guarded_by this  int w write_guarded_by this  int u  final int f = 1  final Object l = new Object
      int z guarded_by this.l  synchronized int inc() { this.n = this.n + 1 } }
    thread_local class T { int q }
    class A { int m(C c) { 0 } }
    class B extends A { int m(C c) { c.inc(); c.inc() } }
    class G<ghost C g> { int v guarded_by g  int rd() { this.v } }
    class Row { void row(C c, C d, T t, boolean b, A a, G<c> g) { EXPRESSION } }";

fn analysed(source: &str) -> Analysis {
    let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let options = Options::default();
    let analysis = analyse(&program, source, &options);
    let base: Vec<_> =
        analysis.errors.iter().filter(|e| e.premise.system() != racefree_atomicity::Atomicity.id()).collect();
    assert!(base.is_empty(), "{source}: {base:?}");
    analysis
}

fn atomicity(analysis: &Analysis, method: &str) -> String {
    let found = analysis.methods.iter().find(|m| m.name == method);
    found.unwrap_or_else(|| panic!("no method {method}")).atomicity.to_string()
}

/// M(l), C(l), E(l)
fn of(then: &str, lock: &str, otherwise: &str) -> String {
    format!("(held {lock} ? {then} : {otherwise})")
}

fn m(lock: &str) -> String {
    of("mover", lock, "atomic")
}

fn c(lock: &str) -> String {
    of("mover", lock, "cmpd")
}

fn e(lock: &str) -> String {
    of("mover", lock, "error")
}

fn rows(expected: &str, expressions: &[&str]) {
    for expression in expressions {
        let analysis = analysed(&DECLARATIONS.replace("EXPRESSION", expression));
        assert_eq!(atomicity(&analysis, "Row.row"), expected, "{expression}");
    }
}

#[test]
fn basic_rows() {
    rows("const", &["c.f"]);
    rows(
        "mover",
        &["t.q = t.q + 1", "new C", "new Object", "print c.f", "while (t.q < 9) t.q = t.q + 1", "holds c; c.n"],
    );
    rows("error", &["let C x = new C in { x.n }"]);
    rows(
        "atomic",
        &[
            "c.u",
            "synchronized c in c.w = 1",
            "synchronized c in { c.w; c.w = 2 }",
            "let C x = new C in synchronized x in x.n = 1",
        ],
    );
    rows("cmpd", &["c.u = c.u + 1", "synchronized c in { c.w = 1; c.w = 2 }", "a.m(new C)"]);
    rows("left", &["fork { c.inc() }; fork { c.inc() }", "while (b) fork { c.inc() }", "fork { c.n }"]);
}

#[test]
fn conditional_rows() {
    rows(&e("c"), &["c.n", "g.rd()", "let C x = c in synchronized x in c.n"]);
    rows(&e("c.l"), &["c.z"]);
    rows(
        &m("c"),
        &[
            "c.w",
            "synchronized c in c.n",
            "if (b) c.f else c.inc()",
            "b && c.inc() == 1",
            "synchronized c in while (b) c.inc()",
            "let C x = c in synchronized x in x.n",
            "synchronized c in { g.rd(); g.v = 1 }",
        ],
    );
    rows(&c("c"), &["c.inc(); c.inc()", "while (b) c.inc()", "a.m(c)"]);
    rows(&of("atomic", "c", "error"), &["c.w = 1"]);
    rows(&of("left", "c", "atomic"), &["c.inc(); fork { c.inc() }", "if (b) fork { c.inc() } else c.inc()"]);
    rows(&of("left", "c", "cmpd"), &["fork { c.inc() }; c.inc()"]);
    rows(&of(&e("d"), "c", &of("atomic", "d", "error")), &["synchronized c in d.n"]);
    rows(&of(&m("d"), "c", "atomic"), &["synchronized c in synchronized d in c.n = d.n"]);
    rows(&of(&m("d"), "c", &of("atomic", "d", "cmpd")), &["c.inc(); d.inc()"]);
}

#[test]
fn an_error_in_a_fork_is_reported_where_it_forks() {
    let analysis = analysed(&DECLARATIONS.replace("EXPRESSION", "fork { c.n }"));
    let names: Vec<_> =
        analysis.errors.iter().map(|e| racefree_atomicity::Atomicity.book().premise_name(e.premise)).collect();
    assert_eq!(names, ["ATOM FORK/no-error"]);
}

/// The claims of a program, by block: what they are.
fn claims(source: &str, expected: &[(&str, &str)]) -> Analysis {
    let analysis = analysed(source);
    let found: Vec<_> = analysis.claims.iter().map(|claim| (claim.block.as_str(), claim.atomicity.text())).collect();
    assert_eq!(found, expected, "{source}");
    analysis
}

fn methods(analysis: &Analysis, expected: &[(&str, &str)]) {
    for (name, text) in expected {
        assert_eq!(atomicity(analysis, name), *text, "{name}");
    }
}

#[test]
fn bank() {
    let analysis = claims(
        "class Account { int balance guarded_by this
           atomic synchronized int read() { this.balance }
           atomic synchronized int write(int n) { this.balance = n }
           atomic int deposit(int n) { this.write(this.read() + n) } }",
        &[("Account.read", "atomic"), ("Account.write", "atomic"), ("Account.deposit", "cmpd")],
    );
    methods(&analysis, &[("Account.read", &m("this")), ("Account.deposit", &c("this"))]);
    let blame = analysis.claims[2].blame.as_ref().expect("a blame");
    assert_eq!(blame.first.as_ref().map(|step| step.what.as_str()), Some("`this.read()` releases `this`"));
    assert_eq!(blame.second.what, "`this.write(…)` acquires `this`");
    assert_eq!(blame.help, Some((vec!["this".to_owned()], racefree_grammar::ast::Basic::Mover)));
    let analysis = claims(
        "class Account { int balance guarded_by this
           atomic int deposit(int n) requires this { this.balance = this.balance + n } }
         class Ref { int y guarded_by this  atomic void add(Ref r) requires this, r { this.y = this.y + r.y } }",
        &[("Account.deposit", "mover"), ("Ref.add", "mover")],
    );
    methods(&analysis, &[("Account.deposit", &e("this")), ("Ref.add", &of(&e("r"), "this", "error"))]);
}

#[test]
fn vector_and_string_buffer() {
    let vector = |guard: &str| {
        format!(
            "class Vector {{ int count {guard} this
               atomic int lastIndexOf(Object elem) {{ this.lastFrom(elem, this.count - 1) }}
               synchronized int lastFrom(Object elem, int index) {{ if (index >= this.count) {{ 1 / 0 }} else {{ index }} }} }}"
        )
    };
    let analysis = analysed(&vector("guarded_by"));
    methods(&analysis, &[("Vector.lastIndexOf", &e("this"))]);
    assert_eq!(analysis.claims[0].atomicity.text(), "error");
    let analysis = analysed(&vector("write_guarded_by"));
    methods(&analysis, &[("Vector.lastIndexOf", &c("this"))]);
    assert_eq!(analysis.claims[0].atomicity.text(), "cmpd");
    let analysis = claims(
        "class Vector { int count guarded_by this
           synchronized int size() { this.count }
           synchronized int elements(int n) { if (n < this.count) n else this.count } }
         class Copy { atomic int copy(Vector c) { let int n = c.size() in c.elements(n) } }",
        &[("Copy.copy", "cmpd")],
    );
    methods(&analysis, &[("Copy.copy", &c("c"))]);
    let buffer = |open: &str, close: &str| {
        format!(
            "class StringBuffer {{ int count guarded_by this
               synchronized int length() {{ this.count }}
               synchronized int getChars(int n) {{ if (n > this.count) 1 / 0 else n }}
               atomic synchronized int append(StringBuffer sb) {{
                 {open} let int n = sb.length() in this.count = this.count + sb.getChars(n) {close} }} }}"
        )
    };
    let analysis = claims(&buffer("", ""), &[("StringBuffer.append", "cmpd")]);
    methods(&analysis, &[("StringBuffer.append", &of(&c("sb"), "this", &of("atomic", "sb", "cmpd")))]);
    let analysis = claims(&buffer("synchronized sb in {", "}"), &[("StringBuffer.append", "atomic")]);
    methods(&analysis, &[("StringBuffer.append", &of(&m("sb"), "this", "atomic"))]);
}

#[test]
fn writer_elevator_tsp() {
    let analysis = claims(
        "class Writer { final Object lock = new Object  int n guarded_by this.lock
           atomic void write(int c) { synchronized this.lock in { this.n = c; this.writeChars(c) } }
           void writeChars(int c) { synchronized this.lock in this.n = this.n + c } }
         class Filter extends Writer { void writeChars(int c) { synchronized this.lock in this.n = c } }",
        &[("Writer.write", "atomic")],
    );
    methods(&analysis, &[("Writer.write", &m("this.lock"))]);
    let analysis = claims(
        "class Floor { int up guarded_by this }
         class Controls { final Floor floor = new Floor
           atomic boolean checkUp() { synchronized this.floor in this.floor.up == 1 }
           atomic boolean claimUp() { if (this.checkUp()) { synchronized this.floor in { this.floor.up = 0; true } } else false } }",
        &[("Controls.checkUp", "atomic"), ("Controls.claimUp", "cmpd")],
    );
    methods(&analysis, &[("Controls.checkUp", &m("this.floor")), ("Controls.claimUp", &c("this.floor"))]);
    let tsp = |guard: &str| {
        format!(
            "class Tsp {{ int min {guard} this
               atomic void setBest(int n) {{ if (n < this.min) {{ synchronized this in {{ if (n < this.min) this.min = n }} }} }} }}"
        )
    };
    let analysis = claims(&tsp("write_guarded_by"), &[("Tsp.setBest", "cmpd")]);
    methods(&analysis, &[("Tsp.setBest", &of("atomic", "this", "cmpd"))]);
    let analysis = claims(&tsp("guarded_by"), &[("Tsp.setBest", "error")]);
    methods(&analysis, &[("Tsp.setBest", &e("this"))]);
    let forks =
        "class Tsp { synchronized void work() { {} }  void go() { fork { this.work() }; fork { this.work() } } }";
    methods(&analysed(forks), &[("Tsp.go", "left")]);
    let program = parse(forks).unwrap_or_default();
    let mut options = Options::default();
    options.readings.insert(racefree_atomicity::system::FIVE_POINTS);
    methods(&analyse(&program, forks, &options), &[("Tsp.go", "cmpd")]);
}

#[test]
fn protected_locks_and_recursion() {
    claims(
        "class P { final Object outer = new Object  final Object inner = new Object  int n guarded_by this.inner
           atomic void twice() { synchronized this.outer in {
             synchronized this.inner in this.n = this.n + 1;
             synchronized this.inner in this.n = this.n + 1 } } }",
        &[("P.twice", "cmpd")],
    );
    let analysis = claims(
        "class Node { final Node next = null  int n guarded_by this
           atomic void visit() { synchronized this in this.n = this.n + 1; if (this.next != null) this.next.visit() } }",
        &[("Node.visit", "cmpd")],
    );
    assert!(analysis.rounds < 10, "{}", analysis.rounds);
}
