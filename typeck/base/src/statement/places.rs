//! Places in the source of the things that judgments are about.

use crate::cx::Cx;
use crate::judgment::{Judgment, MethodId};
use crate::rules::{class3, exp_holds, exp_let, exp_new, exp_sync, field, local_class, method};
use racefree_grammar::ast::Expr;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Derivation, Evidence, NodeId, PremiseId};

/// The place of each node of a derivation, by [`NodeId`]: the expression or declaration that the judgment is about; for
/// l ∈ ls, where the lock was taken; for a judgment about a type or a lock expression, where that is written, or else
/// the place of the conclusion that needs it.
pub fn places(cx: &Cx<'_, Derivation<Judgment>>) -> Vec<Span> {
    let derivation = &cx.heard;
    let mut places = vec![Span::NONE; derivation.len()];
    for i in (0..derivation.len()).rev() {
        let id = NodeId(i as u32);
        match (own(cx, derivation.node(id).judgment), derivation.node(id).judgment) {
            // The end of a sequence ends where the sequence does.
            (Some(first), Judgment::Rest { .. }) => places[i] = Span::new(first.start, first.end.max(places[i].end)),
            (Some(own), _) => places[i] = own,
            (None, _) => {}
        }
        let mut argument = 0;
        for child in derivation.children(id) {
            let Evidence::Node(above) = child.evidence else { continue };
            let place = of_premise(cx, derivation.node(id).judgment, child.premise, argument);
            argument += 1;
            if places[above.0 as usize] == Span::NONE {
                places[above.0 as usize] = place.unwrap_or(places[i]);
            }
        }
    }
    places
}

/// Place of the thing that a judgment is about, if the judgment has one; of the end of a sequence, the first element.
fn own(cx: &Cx<'_, Derivation<Judgment>>, judgment: Judgment) -> Option<Span> {
    let program = cx.program;
    let place = match judgment {
        Judgment::Program(_) => Span::new(0, cx.source.len() as u32),
        Judgment::Class(class) => cx.classes.decl(class)?.span,
        Judgment::Env(env) => cx.env.bindings(env).next()?.span,
        Judgment::Field(_, f) | Judgment::Shareable(f) | Judgment::FieldIn { field: f, .. } => {
            program.fields[f as usize].span
        }
        Judgment::Method(_, m)
        | Judgment::OverrideOk(_, _, m)
        | Judgment::MethodIn { method: MethodId::Declared(m), .. } => program.methods[m as usize].span,
        Judgment::Instance(_, c) => cx.classes.decl(cx.types.class_of(c)?)?.name_span,
        Judgment::LockElem(_, lock, locks) => cx.locks.elements(locks).take(64).find(|held| held.lock == lock)?.span,
        Judgment::Expr { expr, .. } => program.span(expr),
        Judgment::Rest { first, .. } => program.span(program.lists[first as usize]),
        Judgment::LockSet(_, m) => {
            let requires = program.list(program.methods[m as usize].requires);
            program.span(*requires.first()?).to(program.span(*requires.last()?))
        }
        _ => return None,
    };
    Some(place).filter(|&place| place != Span::NONE)
}

/// Place at which the rule below writes the subject of premise number `argument`.
fn of_premise(
    cx: &Cx<'_, Derivation<Judgment>>,
    judgment: Judgment,
    premise: PremiseId,
    argument: usize,
) -> Option<Span> {
    let program = cx.program;
    let written = |ty| program.ty(ty).span;
    let place = match (judgment, premise) {
        (Judgment::Expr { expr, .. }, _) => match (program.expr(expr), premise) {
            (Expr::Sync { lock, .. }, exp_sync::LOCK_FINAL) => program.span(lock),
            (Expr::Holds(lock), exp_holds::LOCK_FINAL) => program.span(lock),
            (Expr::Let { ty, .. }, exp_let::ENV) => written(ty),
            (Expr::New(ty), exp_new::TYPE) => written(ty),
            _ => return None,
        },
        (Judgment::Field(_, f), field::TYPE) => written(program.fields[f as usize].ty),
        (Judgment::Field(_, f), field::GUARD_FINAL) => program.span(program.fields[f as usize].guard?),
        (Judgment::Method(_, m), method::RETURN_TYPE) => written(program.methods[m as usize].ret),
        (Judgment::LockSet(_, m), _) => {
            let requires = program.list(program.methods[m as usize].requires);
            program.span(*requires.get(argument)?)
        }
        (Judgment::Class(class), class3::SUPER_TYPE | local_class::SUPER_TYPE) => {
            written(cx.classes.decl(class)?.extends?)
        }
        _ => return None,
    };
    Some(place).filter(|&place| place != Span::NONE)
}

/// Returns true for a judgment about an expression or a declaration.
pub(super) fn is_selectable(cx: &Cx<'_, Derivation<Judgment>>, judgment: Judgment) -> bool {
    match judgment {
        // `this` is declared nowhere.
        Judgment::Env(env) => cx.env.bindings(env).next().is_some_and(|binding| binding.name != Name::THIS),
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
