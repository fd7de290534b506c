//! P; E ⊢ s <: t, and values that change hands: P; E; ls ⊢ e ⇐ t.

use crate::error::{Blamed, Cause, Outcome, Role, Why, holds};
use crate::owner::Ty;
use crate::reading::{Asked, Declared, Reading, asks, single};
use crate::rules::{give, subtype_class, subtype_null, subtype_refl, type_c};
use crate::typing::Judgment;
use racefree_grammar::ast::ExprId;
use racefree_kernel::PremiseId;
use racefree_kernel::applied::Applied;

/// Judgment of an expression: P; E; D; ls ⊢ e : t \[owned\] ▹ M.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// e
    pub at: ExprId,
    /// t
    pub ty: Ty,
    /// Held by nothing else.
    pub owned: bool,
    /// Start and end of M in the list of moved variables.
    pub moved: (usize, usize),
}

impl<'r, 'p: 'r> Reading<'r, 'p> {
    /// \[SUBTYPE REFL\], \[SUBTYPE NULL\], \[SUBTYPE CLASS\]: P; E ⊢ s <: t
    pub(crate) fn subtype(&mut self, s: Ty, t: Ty) -> Outcome {
        let judgment = Judgment::Subtype(self.env, s, t);
        if s == t || s == Ty::Error || t == Ty::Error {
            self.axiom(subtype_refl::RULE, judgment);
            return Ok(());
        }
        if s == Ty::Null && t.is_reference() {
            self.axiom(subtype_null::RULE, judgment);
            return Ok(());
        }
        let failed = self.not_below(s, t);
        let unlike = |premise| holds(failed != Some(premise), || Why::Unlike(s, t));
        self.rule(subtype_class::RULE).asked(
            |_| judgment,
            |rule| {
                asks(rule, subtype_class::BELOW, || unlike(subtype_class::BELOW))?;
                asks(rule, subtype_class::GHOST_ARGS, || unlike(subtype_class::GHOST_ARGS))
            },
        )
    }

    /// \[GIVE\], once e is judged: P; E; ls ⊢ e ⇐ t
    fn give(&mut self, rule: Asked<'_>, value: Value, t: Ty) -> Outcome {
        let unique = self.is_unique(value.ty);
        let owned = asks(&rule, give::OWNED, || holds(!unique || value.owned, || Why::Keeps(value.at, value.ty)));
        let subtype = asks(&rule, give::SUBTYPE, || self.gives(value, t));
        rule.concludes_as(Judgment::Give(self.env, self.ls, value.at, t), owned.and(subtype))
    }

    /// s <: t, or the owned value takes t's owner.
    fn gives(&mut self, value: Value, t: Ty) -> Outcome {
        let (s, mut to) = (value.ty, None);
        if let (Ty::Class(class, owners), Ty::Class(_, wanted)) = (s, t)
            && self.is_unique(s)
            && let Some(first) = self.lists.first(wanted)
        {
            let mut owners = self.lists.get(owners).to_vec();
            owners[0] = first;
            // Its class may say that it is never `self` (D-O13).
            let keeps = self.is_off(type_c::WHERE) || self.violates_where(class, &owners).is_none();
            to = keeps.then(|| Ty::Class(class, self.lists.add(&owners)));
        }
        match to {
            Some(to) if self.not_below(s, t).is_some() && self.not_below(to, t).is_none() => self.subtype(to, t),
            _ => self.subtype(s, t),
        }
    }

    /// e ⇐ t as a premise: judges e too. To `void` any value is discarded.
    pub(crate) fn expect(&mut self, rule: &Declared<'r>, premise: PremiseId, e: ExprId, t: Ty, role: Role) -> Value {
        rule.premise(premise);
        let value = self.expr(e);
        if t != Ty::Void {
            rule.check_at(premise, self.program.span(e), || {
                let give = Applied::subsumption(self.options, self.listeners, give::RULE, give::VALUE);
                self.give(give, value, t).map_err(|cause| self.unfit(cause, value, t, role))
            });
        }
        value
    }

    /// e ⇐ t as a premise, e being judged.
    pub(crate) fn receives(&mut self, rule: &Declared<'r>, premise: PremiseId, value: Value, t: Ty, role: Role) {
        rule.check_at(premise, self.program.span(value.at), || {
            let give = self.rule(give::RULE);
            give.premise(give::VALUE);
            let at = single(self.program, value.at);
            let judged = Judgment::Expr(self.env, self.ls, at, value.ty, value.owned);
            self.listeners.recalls(&judged);
            self.give(give, value, t).map_err(|cause| self.unfit(cause, value, t, role))
        });
    }

    /// The cause that a value does not fit: of two classes that fit but for owners, these are doubtful.
    fn unfit(&self, cause: Box<Cause>, value: Value, t: Ty, role: Role) -> Box<Cause> {
        let cause = cause.used_as(role);
        match (value.ty.class(), t.class()) {
            (Some(c), Some(d)) if self.resolved.below(c, d) => cause.blames([Blamed::Confused(c), Blamed::Confused(d)]),
            _ => cause.blames([Blamed::All]),
        }
    }
}
