//! \[EXP INVOKE\]

use super::lookup::Head;
use super::terms::{Owner, Step, Theta, Type};
use super::{At, Env, Model, Value, only_if};
use crate::rules::exp_invoke;
use crate::typing::IN_TWO_STEPS;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_typeck::model::Lock;
use std::collections::BTreeSet;
use std::iter;

/// eⱼ : sⱼ; the receiver is the first of them.
pub(super) struct Given {
    pub(super) e: ExprId,
    pub(super) value: Value,
}

impl Model<'_> {
    /// \[EXP INVOKE\]
    pub(super) fn exp_invoke(&self, at: &At, place: Span, e: ExprId, mn: Name, es: &[ExprId]) -> Value {
        let (value, c) = self.receiver(exp_invoke::RECEIVER, at, e);
        let found = c.as_ref().and_then(|c| self.method_in(c, mn));
        if let Some(Type::Class(cn, _)) = c {
            let known = || only_if(found.is_some() || self.inherits_unknown(cn));
            self.premise(exp_invoke::METHOD_KNOWN, place, known);
        }
        let mut given = vec![Given { e, value }];
        let mut moves: BTreeSet<_> = given[0].value.moves.clone();
        for &e in es {
            let value = self.expr(&at.after(&moves), e);
            moves.extend(&value.moves);
            given.push(Given { e, value });
        }
        let Some((seen, head)) = found else { return Value { ty: Type::Unknown, owned: true, moves } };
        given[0].value.ty = seen;
        self.premise(exp_invoke::ARITY, place, || only_if(head.params.len() == es.len()));
        let sigma = self.sigma(&head, &given);
        self.premise(exp_invoke::UNIQUE_ONCE, place, || only_if(!Self::unique_twice(&head, &sigma)));
        let theta = self.call_theta(&head, sigma, &given);
        self.arguments(at, &head, &given, &theta);
        let held = head.locks.iter().all(|(l, mode)| Self::held(&at.env, &theta.owner(l), *mode, &at.ls).is_ok());
        self.premise(exp_invoke::REQUIRES_HELD, place, || only_if(held));
        let t = theta.ty(&head.ret);
        self.premise(exp_invoke::TYPE, place, || self.well_formed(&at.env, &t));
        self.premise(exp_invoke::APART, place, || only_if(self.apart(&given)));
        let owned = head.ret.is_unique() || !t.is_unique();
        self.conclude(exp_invoke::RULE, Value { ty: t, owned, moves })
    }

    /// The premise `owners`: σ(f) for each f ∈ F, matching the tⱼ against the sⱼ, the owned unique ones last.
    fn sigma(&self, head: &Head, given: &[Given]) -> Vec<(Name, Owner)> {
        let mut sigma = self.matched(head, given);
        let rest: Vec<Name> = head.formals.iter().copied().filter(|f| sigma.iter().all(|(g, _)| g != f)).collect();
        sigma.extend(rest.into_iter().map(|f| (f, Owner::THIS_THREAD)));
        sigma
    }

    /// What is known of σ from the types alone.
    pub(super) fn matched(&self, head: &Head, given: &[Given]) -> Vec<(Name, Owner)> {
        let mut sigma: Vec<(Name, Owner)> = Vec::new();
        for last in [false, true] {
            for (t, Given { value, .. }) in head.types().zip(given) {
                let Type::Class(cn, wants) = t else { continue };
                let Some(seen) = self.seen_as(&value.ty, *cn).filter(|_| (value.ty.is_unique() && value.owned) == last)
                else {
                    continue;
                };
                for (o, has) in wants.iter().zip(seen.owners()) {
                    if let Owner::Formal(f) = o
                        && head.formals.contains(f)
                        && sigma.iter().all(|(g, _)| g != f)
                    {
                        sigma.push((*f, has.clone()));
                    }
                }
            }
        }
        sigma
    }

    /// Whether some f with σ(f) = unique occurs in the types of two parameters, or in that of the result.
    fn unique_twice(head: &Head, sigma: &[(Name, Owner)]) -> bool {
        sigma.iter().filter(|(_, o)| *o == Owner::UNIQUE).any(|(f, _)| {
            let mentions = |t: &&Type| t.owners().iter().any(|o| o.mentions_formal(*f));
            head.types().filter(mentions).count() > 1 || mentions(&&head.ret)
        })
    }

    /// θ = [σ, e₀/this, eⱼ/yⱼ]; by the literal reading of D-O5 one after the other.
    fn call_theta(&self, head: &Head, sigma: Vec<(Name, Owner)>, given: &[Given]) -> Theta {
        let path = |given: &Given| Lock::of(self.program, given.e);
        let this = (Name::THIS, path(&given[0]));
        let named = head.params.iter().zip(&given[1..]).filter_map(|((_, y), given)| Some(((*y)?, path(given))));
        if self.options.reads(IN_TWO_STEPS) {
            let of = |vars| Step { formals: Vec::new(), vars };
            let formals = Step { formals: sigma, vars: Vec::new() };
            return Theta(vec![formals, of(vec![this]), of(named.collect())]);
        }
        Theta(vec![Step { formals: sigma, vars: iter::once(this).chain(named).collect() }])
    }

    /// The premises `receiver-owners`, `args`: eⱼ ⇐ θtⱼ, or eⱼ is lent.
    fn arguments(&self, at: &At, head: &Head, given: &[Given], theta: &Theta) {
        for (j, (t, Given { e, value })) in head.types().zip(given).enumerate() {
            let wanted = theta.ty(t);
            if !self.lent(&at.env, t, value, &wanted) {
                let premise = if j == 0 { exp_invoke::RECEIVER_OWNERS } else { exp_invoke::ARGS };
                self.receives(premise, &at.env, *e, value, &wanted);
            }
        }
    }

    /// Whether tⱼ's first owner is a formal, sⱼ is unique, and sⱼ <: θtⱼ.
    fn lent(&self, env: &Env, t: &Type, value: &Value, wanted: &Type) -> bool {
        let formal = matches!(t.owners().first(), Some(Owner::Formal(_)));
        formal && value.ty.is_unique() && self.below(env, &value.ty, wanted)
    }

    /// Whether no later eⱼ moves a variable of an eᵢ that is unique and not owned.
    fn apart(&self, given: &[Given]) -> bool {
        given.iter().enumerate().all(|(i, Given { e, value })| {
            let stays = value.ty.is_unique() && !value.owned;
            !stays || given[i + 1..].iter().all(|later| !self.moves_one_of(&later.value, *e))
        })
    }
}
