//! The typed program says of each expression what the derivation says of it.

use racefree_corpus::plain_entries;
use racefree_grammar::ast::{Expr, ExprId, Extended, Program};
use racefree_java_rules::{derive, typed};
use racefree_typeck::Options;
use racefree_typeck::judgment::Judgment;
use racefree_typeck::typed::Point;
use std::collections::BTreeMap;

/// Every expression that runs; a path in a lock is looked at as a lock.
fn code(program: &Program) -> Vec<ExprId> {
    let inits = program.fields.iter().filter_map(|field| field.init);
    let bodies = program.methods.iter().map(|method| method.body);
    let all: Vec<ExprId> = inits.chain(bodies).chain(program.main).flat_map(|e| program.within(e)).collect();
    let in_locks = all.iter().flat_map(|&e| match program.expr(e) {
        Expr::Sync { lock, .. } | Expr::Extended(Extended::Locked { lock, .. }) => path(program, lock),
        // Of a sequence, it is a rule about the rest.
        Expr::Holds(lock) => [vec![e], path(program, lock)].concat(),
        _ => Vec::new(),
    });
    let in_locks: Vec<ExprId> = in_locks.collect();
    all.into_iter().filter(|e| !in_locks.contains(e)).collect()
}

/// The expressions that a path consists of; none if it is no path.
fn path(program: &Program, l: ExprId) -> Vec<ExprId> {
    let mut steps = vec![l];
    let mut at = l;
    while let Expr::Field { recv, .. } = program.expr(at) {
        steps.push(recv);
        at = recv;
    }
    if matches!(program.expr(at), Expr::Var(_) | Expr::Extended(Extended::ClassConst(_))) { steps } else { Vec::new() }
}

#[test]
fn every_expression_that_runs_is_typed_as_it_is_derived() {
    let (mut expressions, mut members) = (0, 0);
    for entry in plain_entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let options = Options::default();
        let (report, typed) = typed(&program, entry.source, &options);
        let (derived, cx) = derive(&program, entry.source, &options);
        assert_eq!(report.errors, derived.errors, "{}", entry.path);
        let derivation = cx.heard;
        let mut least: BTreeMap<ExprId, Judgment> = BTreeMap::new();
        for (_, node) in derivation.nodes() {
            if let Judgment::Expr { expr, .. } = node.judgment {
                least.entry(expr).or_insert(node.judgment);
            }
        }
        assert!(typed.points().all(|(e, _)| least.contains_key(&e)), "{}", entry.path);
        for e in code(&program).into_iter().filter(|_| report.is_ok()) {
            let what = program.span(e).text(entry.source);
            let Some(Point { env, locks, ty, member }) = typed.point(e) else {
                panic!("{}: nothing is known of `{what}`", entry.path);
            };
            let Some(Judgment::Expr { env: e1, locks: l1, ty: t1, .. }) = least.get(&e) else { unreachable!() };
            assert_eq!((env, locks, ty), (*e1, *l1, *t1), "{}: `{what}`", entry.path);
            let uses = matches!(program.expr(e), Expr::Field { .. } | Expr::Assign { .. } | Expr::Call { .. });
            assert_eq!(member.is_some(), uses, "{}: `{what}`", entry.path);
            expressions += 1;
            members += usize::from(uses);
        }
    }
    assert!(expressions > 2_000 && members > 500, "{expressions} expressions, {members} of them use a member");
}
