//! Types, locks and members of expressions.

use racefree_grammar::ast::ExprId;
use racefree_grammar::parse;
use racefree_program::MethodId;
use racefree_typeck::typed::Member;
use racefree_typeck::{Options, typed};

const SOURCE: &str = "
    class Cell<ghost Object lock> { int v guarded_by lock Object id() { this } }
    class Sub<ghost Object lock> extends Cell<lock> { }
    let Object o = new Object in
    let Sub<o> c = new Sub<o> in
    synchronized o in { c.v = 1; c.id(); fork { synchronized o in { holds c; c.v } } }";

/// Each access and call: its text, its type, the locks held there, the member and the class type that declares it.
fn uses(source: &str) -> Vec<(String, String, Vec<String>, String)> {
    let program = parse(source).unwrap_or_else(|errors| panic!("{errors:?}"));
    let options = Options::default();
    let (report, typed) = typed(&program, source, &options);
    assert!(report.is_ok(), "{:?}", report.errors);
    let cx = typed.cx();
    let mut uses = Vec::new();
    for (e, point) in typed.points() {
        let Some(member) = point.member else { continue };
        let (name, at) = match member {
            Member::Field(f, at) => (program.text(program.fields[f as usize].name), at),
            Member::Method(MethodId::Declared(m), at) => (program.text(program.methods[m as usize].name), at),
            Member::Method(MethodId::Predefined(_), at) => ("predefined", at),
        };
        let locks = typed.locks(point).map(|held| cx.types.paths.text(held.lock, &program, source)).collect();
        let text = program.span(e).text(source).to_owned();
        uses.push((text, cx.show(point.ty), locks, format!("{} {name}", cx.show(at))));
    }
    uses
}

#[test]
fn uses_of_members_resolve_to_what_declares_them() {
    let line = |text: &str, ty: &str, locks: &[&str], member: &str| {
        let locks = locks.iter().map(|&l| l.to_owned()).collect();
        (text.to_owned(), ty.to_owned(), locks, member.to_owned())
    };
    let expected = [
        line("c.v = 1", "int", &["o"], "Cell<o> v"),
        line("c.id()", "Object", &["o"], "Cell<o> id"),
        line("c.v", "int", &["c", "o"], "Cell<o> v"),
    ];
    assert_eq!(uses(SOURCE), expected);
}

#[test]
fn every_expression_that_runs_has_its_least_type_and_what_is_in_scope() {
    let source = "class A { } let Object o = (let A a = new A in a) in o == null";
    let program = parse(source).unwrap_or_else(|errors| panic!("{errors:?}"));
    let options = Options::default();
    let (_, typed) = typed(&program, source, &options);
    let type_of = |text: &str| {
        let at = |e: &ExprId| program.span(*e).text(source) == text;
        let e = (0..program.exprs.len() as u32).map(ExprId::new).find(at).expect("an expression");
        let point = typed.point(e).expect("a point");
        let scope: Vec<&str> = typed.env(point).map(|binding| program.text(binding.name)).collect();
        (typed.cx().show(point.ty), scope)
    };
    assert_eq!(type_of("a"), ("A".to_owned(), vec!["a"]));
    assert_eq!(type_of("let A a = new A in a"), ("A".to_owned(), vec![]));
    assert_eq!(type_of("null"), ("null".to_owned(), vec!["o"]));
}
