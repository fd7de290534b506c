//! The captures of nested forks.

use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::parse;
use racefree_typeck::captures::{Capture, Captures};

/// Each capture of each fork: where the fork is, what it captures and where, and whether that is its own.
fn captures(source: &str, all: bool) -> Vec<(u32, &str, u32, bool)> {
    let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let outermost = (0..program.exprs.len() as u32).rev().map(ExprId::new);
    let outermost = outermost.filter(|&e| matches!(program.expr(e), Expr::Fork(_))).max_by_key(|&e| {
        let span = program.span(e);
        span.end - span.start
    });
    let mut captures = Captures::default();
    captures.enter(&program, outermost.expect("a fork"), all);
    let start = |e| program.span(e).start;
    let text = |at| program.span(at).text(source);
    let one = |c: &Capture| (start(c.fork), text(c.occurrence.at), start(c.occurrence.at), c.own);
    let forks = (0..program.exprs.len() as u32).map(ExprId::new);
    let mut found: Vec<_> = forks.flat_map(|e| captures.of(e)).map(|c| one(&c)).collect();
    found.sort();
    found
}

#[test]
fn a_variable_is_captured_where_it_is_used_first() {
    assert_eq!(captures("fork { x; x }", false), [(0, "x", 7, true)]);
    assert_eq!(captures("fork { let C<x> y = x in { y; x } }", false), [(0, "x", 13, true)]);
}

#[test]
fn what_is_bound_within_a_fork_is_captured_by_the_forks_within() {
    assert_eq!(captures("fork { let C y = z in { y; fork { y } } }", false), [(0, "z", 17, true), (27, "y", 34, true)]);
    // A let hides a variable, and ends.
    assert_eq!(captures("fork { (let C x = null in x); x }", false), [(0, "x", 30, true)]);
}

#[test]
fn a_capture_of_a_nest_is_the_innermost_forks_own() {
    let nest = "fork { fork { x }; x; fork { x } }";
    assert_eq!(captures(nest, false), [(7, "x", 14, true), (22, "x", 29, true)]);
    assert_eq!(captures(nest, true), [(0, "x", 14, false), (7, "x", 14, true), (22, "x", 29, true)]);
    assert_eq!(captures("fork { x; fork { x } }", true), [(0, "x", 7, true), (10, "x", 17, true)]);
}

#[test]
fn a_nest_has_no_more_own_captures_than_occurrences() {
    let deep = 2_000;
    let source = format!("{}{}{}", "fork { x; ".repeat(deep), "x", " }".repeat(deep));
    assert_eq!(captures(&source, false).len(), deep);
    let source = format!("{}{}{}", "fork { ".repeat(deep), "x; y", " }".repeat(deep));
    assert_eq!((captures(&source, false).len(), captures(&source, true).len()), (2, 2 * deep));
}
