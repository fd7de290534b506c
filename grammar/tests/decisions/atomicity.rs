//! Words of atomicity, which are keywords in their places alone.

use super::{is, program, refused};
use racefree_grammar::ast::{Dialect, Expr};
use racefree_grammar::{Options, parse, parse_with};

#[test]
fn atomic_is_a_keyword_where_an_expression_begins_and_no_name_could_go_on() {
    is("atomic { a }", "(atomic a)");
    is("atomic a.f = atomic b", "(atomic (a.f = (atomic b)))");
    is("atomic; atomic.f; atomic", "[atomic atomic.f atomic]");
    is("atomic - 1", "(- atomic 1)");
    is("atomic (-1)", "(atomic -1)");
    is("a.m(atomic { b }, atomic)", "a.m((atomic b) atomic)");
    is("a.atomic(b)", "a.atomic(b)");
    is("if (a) atomic b else atomic c", "(if a (atomic b) (atomic c))");
    is("if (a) { b } atomic { c }", "[(if a b) (atomic c)]");
    is("let atomic atomic = atomic in atomic !a", "(let atomic atomic (atomic (! a)))");
    is("fork atomic synchronized a in atomic", "(fork (atomic (sync a atomic)))");
    is("/*# atomic */ { a }", "(atomic a)");
    is("(atomic a) + b", "(+ (atomic a) b)");
    refused("a + atomic b");
}

#[test]
fn methods_are_atomic_and_declare_atomicities() {
    let p = program(
        "class C {
           atomic synchronized int a() requires this, held atomicity (held this.l ? mover : (held x ? left : error)) { 1 }
           /*# atomic */ C<x> b() { this }
           atomic atomic() { atomic(this) }
           atomic c(atomic atomic, int atomicity)
           atomicity atomicity { this }
         }"
        .replace("atomic c(atomic atomic, int atomicity)\n           atomicity atomicity { this }", "int c;")
        .as_str(),
    );
    let method = |i: usize| &p.methods[i];
    assert_eq!(
        [0, 1, 2].map(|i| (method(i).atomic, method(i).synchronized)),
        [(true, true), (true, false), (false, false)]
    );
    assert!(matches!(p.expr(method(0).body), Expr::Atomic(_)), "atomic stands outside synchronized");
    assert_eq!(p.expr(p.written_body(method(0))), Expr::Int(1));
    assert_eq!(p.atoms.len(), 5);
    assert_eq!(method(0).requires.len, 2);
}

#[test]
fn a_member_without_its_semicolon_may_stand_before_an_atomic_method() {
    let p = program(
        "class C {
           int n guarded_by this
           atomic synchronized int a() { 1 }
           final C<this.l> o = new C<this>
           atomic int b() { 2 }
           int m = 3
           atomic D<x, y> c() { 4 }
           int z
           atomic C d() { 5 }
           atomic e
           D f
           C atomic
           int g = (6)
           atomic void h() {}
         }",
    );
    let names = |all: &[racefree_grammar::name::Name]| all.iter().map(|&x| p.text(x).to_owned()).collect::<Vec<_>>();
    let methods: Vec<_> = p.methods.iter().filter(|m| m.atomic).map(|m| m.name).collect();
    assert_eq!(names(&methods), ["a", "b", "c", "d", "h"]);
    assert_eq!(
        names(&p.fields.iter().map(|f| f.name).collect::<Vec<_>>()),
        ["n", "o", "m", "z", "e", "f", "atomic", "g"]
    );
}

#[test]
fn slips_about_atomicity_have_their_own_messages() {
    let message = |source: &str| match parse(source) {
        Err(errors) => errors[0].message.clone(),
        Ok(program) => panic!("{source} is taken: {program:?}"),
    };
    assert_eq!(message("class C { int m() atomicity sometimes { 1 } }"), "there is no atomicity `sometimes`");
    assert_eq!(message("class C { atomic int x = 1; }"), "a field is not `atomic`");
    assert_eq!(message("class C { atomic final int x; }"), "a field is not `atomic`");
    assert_eq!(message("class C { atomic int x }"), "a field is not `atomic`");
    assert_eq!(message("class C { synchronized atomic int m() { 1 } }"), "`atomic` stands before `synchronized`");
    assert_eq!(message("class C { int x guarded_by this write_guarded_by this }"), "a field has one guard");
    assert_eq!(message("class C { int m() atomicity (held this mover : atomic) { 1 } }"), "this `held` has no `?`");
    assert_eq!(
        message("class C { int m() atomicity held this ? mover : atomic { 1 } }"),
        "a test of a lock stands in round brackets"
    );
    assert_eq!(message("class C { int m() atomicity (held this ? mover) { 1 } }"), "this test has no `:`");
    assert_eq!(message("class C { int m() atomicity { 1 } }"), "an atomicity is missing here");
    assert!(message("class C { int x write_guarded_by = 1 }").contains("lock"));
}

#[test]
fn atomic_is_a_keyword_behind_what_the_dialect_of_java_has_in_brackets() {
    let text = "class C {
           int n guarded_by this
           atomic int a() { label int found in { exit found (1) } }
           constructor() {}
           atomic int b() { try { 0 } catch (F f) { 1 } finally {} }
           int c() atomicity (held this ? mover : atomic) { 2 }
         }
         class F {}
         0";
    let of_java = Options { dialect: Some(Dialect::Java), ..Options::default() };
    let p = parse_with(text, of_java).expect("a program");
    assert_eq!(p.methods.iter().map(|method| method.atomic).collect::<Vec<_>>(), [true, false, true, false]);
}
