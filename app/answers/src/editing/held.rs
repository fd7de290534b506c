//! Locks held, where they change: in the body of a method that requires some, behind `synchronized`, in a fork.

use super::Buffer;
use crate::variant::Rules;
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::span::Span;

/// Locks held from a place on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// Place of the code that runs with these locks.
    pub span: Span,
    /// The locks, the one taken first in front; empty in a new thread.
    pub locks: Vec<String>,
}

/// The locks held in each body that runs with others than the code around it.
pub fn held(buffer: &Buffer) -> Vec<Held> {
    let Some(program) = &buffer.program else { return Vec::new() };
    let mut bodies: Vec<(ExprId, bool)> = Vec::new();
    let methods = program.methods.iter().filter(|method| method.requires.len > 0);
    bodies.extend(methods.map(|method| (program.written_body(method), false)));
    for expr in &program.exprs {
        match *expr {
            Expr::Sync { body, .. } => bodies.push((body, false)),
            Expr::Fork(body) => bodies.push((body, true)),
            _ => {}
        }
    }
    bodies.sort_by_key(|&(e, _)| program.span(e));
    bodies.dedup_by_key(|&mut (e, _)| e);
    let around = |&(e, fork): &(ExprId, bool)| if fork { forks(program, e) } else { e };
    let places: Vec<ExprId> = bodies.iter().flat_map(|body| [body.0, around(body)]).collect();
    let mut all = locks(program, &buffer.text, &buffer.rules, &places).into_iter();
    let held = |(e, fork): (ExprId, bool)| {
        let (locks, outer) = (all.next()?, all.next()?);
        // A fork that is in no lock's scope changes nothing.
        let changes = if fork { &outer } else { &locks }.as_ref().is_some_and(|locks| !locks.is_empty());
        Some(Held { span: program.span(e), locks: locks.filter(|_| changes)? })
    };
    bodies.into_iter().filter_map(held).collect()
}

/// The fork of a body.
fn forks(program: &Program, body: ExprId) -> ExprId {
    let at = program.exprs.iter().position(|&e| e == Expr::Fork(body)).unwrap_or(body.index());
    ExprId::new(at as u32)
}

/// The locks held at expressions, by the system underneath; none where the rules do not come to one.
pub fn locks(program: &Program, text: &str, rules: &Rules, at: &[ExprId]) -> Vec<Option<Vec<String>>> {
    racefree_systems::beneath(rules.system).held(program, text, &rules.options, at)
}
