//! The judgment about a place of the source.

use racefree_grammar::name::Name;
use racefree_grammar::span::{LineIndex, Span};
use racefree_kernel::{NodeId, Tree};
use racefree_typeck::{Cx, Judgment};

/// The judgment about the smallest expression or declaration at `LINE:COLUMN`, both from 1, the column in characters. Of
/// several about the same, the one that concludes the others.
pub(super) fn at(cx: &Cx<'_, Tree<Judgment>>, places: &[Span], at: &str) -> Result<NodeId, String> {
    let (line, column) = parse(at).ok_or_else(|| format!("`{at}` is no place: write LINE:COLUMN, as in 12:5"))?;
    let offset = LineIndex::new(cx.source)
        .offset(cx.source, line, column)
        .ok_or_else(|| format!("there is no line {line}: the source has {} lines", cx.source.lines().count()))?;
    let about = cx.recorder.derivation().nodes().filter(|(id, node)| {
        let place = places[id.0 as usize];
        selectable(cx, &node.judgment) && place.start <= offset && offset < place.end
    });
    let smallest = about.min_by_key(|(id, _)| {
        let place = places[id.0 as usize];
        (place.end - place.start, std::cmp::Reverse(*id))
    });
    let (id, _) = smallest.ok_or_else(|| format!("there is no expression or declaration at {line}:{column}"))?;
    Ok(id)
}

fn parse(at: &str) -> Option<(u32, u32)> {
    let (line, column) = at.split_once(':')?;
    let (line, column) = (line.trim().parse().ok()?, column.trim().parse().ok()?);
    (line > 0 && column > 0).then_some((line, column))
}

/// Whether a judgment is about an expression or a declaration.
pub(super) fn selectable(cx: &Cx<'_, Tree<Judgment>>, judgment: &Judgment) -> bool {
    match judgment {
        // `this` is declared nowhere.
        Judgment::Env(env) => cx.env.bindings(*env).next().is_some_and(|binding| binding.name != Name::THIS),
        Judgment::Class(_)
        | Judgment::Field(..)
        | Judgment::Method(..)
        | Judgment::Final(..)
        | Judgment::Expr { .. }
        | Judgment::Rest { .. } => true,
        Judgment::Program(_)
        | Judgment::WellFormed(..)
        | Judgment::Subtype(..)
        | Judgment::Instance(..)
        | Judgment::FieldIn { .. }
        | Judgment::MethodIn { .. }
        | Judgment::Shared(_)
        | Judgment::Shareable(_)
        | Judgment::OverrideOk(..)
        | Judgment::LockSet(..)
        | Judgment::LockElem(..)
        | Judgment::LockSubset(..) => false,
    }
}
