//! The parts of each form of expression, in order.

use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::parse;

fn main_of(source: &str) -> (Program, ExprId) {
    let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let main = program.main.unwrap_or_else(|| panic!("{source} has no main expression"));
    (program, main)
}

/// The texts of the parts, a bound variable before the child that it is bound in.
fn shown(source: &str) -> Vec<String> {
    let (program, main) = main_of(source);
    let parts = program.parts(main);
    let text = |e: ExprId| program.span(e).text(source).to_owned();
    let mut out: Vec<String> = parts.ty.iter().map(|&t| program.ty(t).span.text(source).to_owned()).collect();
    out.extend(parts.children().map(text));
    if let Some(x) = parts.binds {
        out.insert(out.len() - 1, format!("{}:", program.text(x)));
    }
    out
}

#[test]
fn every_form_has_its_parts_in_the_order_of_evaluation() {
    for source in ["x", "1", "true", "null", "\"s\"", "{}"] {
        assert!(shown(source).is_empty(), "{source}");
    }
    assert_eq!(shown("new C<a, b.c>"), ["new C<a, b.c>"], "the place of its type is its own");
    assert_eq!(shown("a.b.c"), ["a.b"]);
    assert_eq!(shown("a.b = c"), ["a", "c"]);
    assert_eq!(shown("a.m(b, c, d, e)"), ["a", "b", "c", "d", "e"]);
    assert_eq!(shown("let C<l> x = a in b"), ["C<l>", "a", "x:", "b"]);
    assert_eq!(shown("synchronized a in b"), ["a", "b"]);
    assert_eq!(shown("fork a"), ["a"]);
    assert_eq!(shown("atomic a"), ["a"]);
    assert_eq!(shown("a; holds b; c"), ["a", "holds b", "c"]);
    assert_eq!(shown("if (a) b else c"), ["a", "b", "c"]);
    assert_eq!(shown("if (a) b"), ["a", "b"]);
    assert_eq!(shown("while (a) b"), ["a", "b"]);
    assert_eq!(shown("print a"), ["a"]);
    assert_eq!(shown("assert a"), ["a"]);
    assert_eq!(shown("a + b"), ["a", "b"]);
    assert_eq!(shown("!a"), ["a"]);
}

#[test]
fn what_is_within_comes_parents_first_and_in_source_order() {
    let source = "let int x = a.m({ b; c }, d) in x + e";
    let (program, main) = main_of(source);
    let all: Vec<&str> = program.within(main).map(|e| program.span(e).text(source)).collect();
    assert_eq!(all, [source, "a.m({ b; c }, d)", "a", "b; c", "b", "c", "d", "x + e", "x", "e"]);
}
