//! Section 8 of the specification, row by row; its programs are in `corpus/atomicity/papers`, with their atomicities.

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
