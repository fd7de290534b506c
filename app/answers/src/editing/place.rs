//! The judgment about a place, as the derivation has it; why a path is a lock, or is none.

use super::Buffer;
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::fix::Edit;
use racefree_grammar::span::Span;
use racefree_kernel::statement::Limits;
use racefree_kernel::{NodeId, Role};

/// A judgment about a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Concluded {
    /// Place of the expression or declaration that it is about.
    pub span: Span,
    /// The judgment, in the notation of the calculus.
    pub text: String,
    /// The rule that concludes it.
    pub rule: &'static str,
    /// Substitution into the declaration of the member that is used: `[a/this] this = a`; none where that changes nothing.
    pub substitution: Option<String>,
    /// The type, if it is about an expression.
    pub ty: Option<String>,
    /// Locks held, if it is about an expression.
    pub locks: Option<Vec<String>>,
    /// False if a premise fails.
    pub holds: bool,
}

/// The judgment about the smallest expression or declaration around a place, by the rule for its form.
pub fn judgment(buffer: &Buffer, at: Span) -> Option<Concluded> {
    let judged = buffer.report()?;
    let (_, derived) = buffer.rules.system.derive(&judged.program, &buffer.text, &buffer.rules.options);
    let (places, shape) = (derived.places(), derived.shape());
    let role = |id: NodeId| racefree_systems::rule(shape.step(id).rule).role;
    let about = shape.steps().map(|(id, _)| id).filter(|&id| {
        let own = derived.is_selectable(id) && matches!(role(id), Role::Subject | Role::Trust);
        own && places[id.0 as usize].contains(at)
    });
    let id = about.min_by_key(|id| {
        let place = places[id.0 as usize];
        (place.end - place.start, *id)
    })?;
    let span = places[id.0 as usize];
    let mut writer = derived.writer(Limits { expression: 80, environment: 60, locks: 80 });
    let statement = writer.conclusion(id);
    let substitution = writer.substitution(id).map(|s| s.text().to_owned());
    let environments = writer.new_environments();
    let mut text = statement.text().to_owned();
    let ty = text.contains(" ⊢ ").then(|| text.rsplit_once(" : ").map(|(_, ty)| ty.to_owned())).flatten();
    for (name, definition) in environments {
        text.push_str(&format!("\n  where {name} = {}", definition.text()));
    }
    let expr = expr_at(&judged.program, span);
    let locks =
        expr.and_then(|e| super::held::locks(&judged.program, &buffer.text, &buffer.rules, &[e]).pop().flatten());
    let rule = racefree_systems::rule(shape.step(id).rule).name;
    Some(Concluded {
        span,
        text,
        rule,
        substitution,
        ty: ty.filter(|_| expr.is_some()),
        locks,
        holds: shape.step(id).holds,
    })
}

/// The expression that a place is that of.
fn expr_at(program: &Program, span: Span) -> Option<ExprId> {
    program.spans.iter().rposition(|&s| s == span).map(|i| ExprId::new(i as u32))
}

/// The largest path (`x`, `x.f.g`) that ends where the name at a place ends.
pub fn path_at(program: &Program, name: Span) -> Option<Span> {
    let inner = |e: &ExprId| if let Expr::Field { recv, .. } = program.expr(*e) { Some(recv) } else { None };
    let root = |e| std::iter::successors(Some(e), inner).last();
    let is_path = |e| root(e).is_some_and(|root| matches!(program.expr(root), Expr::Var(_)));
    let ends = program.spans.iter().enumerate().filter(|(_, s)| s.end == name.end && s.start <= name.start);
    let paths = ends.map(|(i, s)| (ExprId::new(i as u32), *s)).filter(|&(e, _)| is_path(e));
    paths.map(|(_, span)| span).max_by_key(|s| s.end - s.start)
}

/// Why the path at a place cannot be named as a lock there, in the words of the rules; nothing if it can. It is found out by taking
/// the lock there, so it is an answer about code alone: in other places the question has none.
pub fn why_no_lock(buffer: &Buffer, path: Span) -> Option<Result<(), String>> {
    let before = buffer.report()?;
    let text = path.text(&buffer.text);
    let taken = buffer.beside(&[Edit::replace(path, format!("(synchronized {text} in {text})"))])?;
    let after = taken.report()?;
    let lock = Span::new(path.start, path.end + "(synchronized  in )".len() as u32 + text.len() as u32);
    let errors = after.report.errors.iter().chain(&after.report.silenced);
    let fails = errors.flat_map(|e| e.all()).find(|e| {
        let rule = racefree_systems::rule(e.premise.rule()).name;
        lock.contains(e.span) && rule == "EXP SYNC"
    });
    match fails {
        Some(error) => Some(Err(error.message.clone())),
        None => (after.report.errors.len() <= before.report.errors.len()).then_some(Ok(())),
    }
}
