//! What the rules for expressions and declarations ask for.

use super::lookup::Scope;
use super::terms::{Owner, Step, Theta, Type};
use super::{Asked, At, Env, Locks, Model, Value, only_if};
use crate::rules::{env_x, final_ref, give, lock, owner_final, owner_formal, owner_qualified, subtype_class, type_c};
use crate::typing::{Mode, WHERE_OF_UNIQUE};
use racefree_grammar::ast::{ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_typeck::model::{Cn, Lock};

/// A path through so many final fields has no type.
const DEEPEST: usize = 200;

impl Model<'_> {
    /// \[ENV X\]: P; E, t x ⊢ wf
    pub(super) fn env_x(&self, env: &Env, t: TypeId, x: Name, place: Span) -> Env {
        self.premise(env_x::TYPE, self.program.ty(t).span, || self.means(env, t));
        self.premise(env_x::FRESH, place, || only_if(env.get(x).is_none() && !env.formals.contains(&x)));
        env.and(self.meant(env, t), x, false)
    }

    /// P; E ⊢ t for a type as it is written, of what has a value.
    pub(super) fn means(&self, env: &Env, t: TypeId) -> Asked {
        match self.meant(env, t) {
            // TYPE C/class-known, TYPE C/arity, TYPE VOID/only-result
            Type::Unknown | Type::Void => Err(()),
            t => self.well_formed(env, &t),
        }
    }

    /// \[TYPE INT\], \[TYPE C\]: P; E ⊢ t
    pub(super) fn well_formed(&self, env: &Env, t: &Type) -> Asked {
        let Type::Class(cn, owners) = t else { return Ok(()) };
        for o in owners {
            self.require(type_c::OWNER, || self.owner(env, o))?;
        }
        self.require(type_c::UNIQUE_FIRST, || only_if(!owners.iter().skip(1).any(|o| *o == Owner::UNIQUE)))?;
        self.keeps_where(env, *cn, owners)
    }

    /// TYPE C/where: where fᵢ has a clause, oᵢ is not self, not unique, nor a formal without one.
    pub(super) fn keeps_where(&self, env: &Env, cn: Cn, owners: &[Owner]) -> Asked {
        let clause = self.where_clause(cn);
        let may_be_self = |o: &Owner| match o {
            Owner::Formal(g) => !env.not_self.contains(g),
            o => *o == Owner::SELF || *o == Owner::UNIQUE && !self.options.reads(WHERE_OF_UNIQUE),
        };
        let mut pairs = self.formals(cn).into_iter().zip(owners);
        self.require(type_c::WHERE, || only_if(!pairs.any(|(f, o)| clause.contains(&f) && may_be_self(o))))
    }

    /// P; E ⊢owner o: \[OWNER SPECIAL\], \[OWNER FORMAL\], \[OWNER FINAL\], \[OWNER QUALIFIED\]
    pub(super) fn owner(&self, env: &Env, o: &Owner) -> Asked {
        let in_scope = |f: &Name| only_if(env.formals.contains(f));
        match o {
            Owner::Special(_) | Owner::Other(_) => Ok(()),
            Owner::Formal(f) => self.require(owner_formal::IN_SCOPE, || in_scope(f)),
            Owner::Path(p) => self.require(owner_final::FINAL, || self.is_lock(env, p)),
            Owner::Qualified(f, p) => {
                self.require(owner_qualified::IN_SCOPE, || in_scope(f))?;
                self.require(owner_qualified::FINAL, || self.is_lock(env, p))
            }
        }
    }

    /// \[LOCK\]: P; E ⊢lock l; none is a formal alone that is not qualified by a parameter.
    pub(super) fn lock(&self, env: &Env, l: Option<&Owner>) -> Asked {
        let special = matches!(l, Some(Owner::Special(_) | Owner::Other(_)));
        self.require(lock::NO_SPECIAL, || only_if(!special))?;
        self.require(lock::QUALIFIED, || only_if(l.is_some()))?;
        match l.filter(|_| !special) {
            Some(l) => self.require(lock::OWNER, || self.owner(env, l)),
            None => Ok(()),
        }
    }

    /// P; E ⊢final p : c for some class type c
    pub(super) fn is_lock(&self, env: &Env, p: &Lock) -> Asked {
        only_if(matches!(self.is_final(env, p)?, Type::Class(..) | Type::Unknown))
    }

    /// \[FINAL VAR\], \[FINAL REF\]: P; E ⊢final p : t
    pub(super) fn is_final(&self, env: &Env, p: &Lock) -> Asked<Type> {
        match (p.fields.split_last(), p.root) {
            (None, Root::Var(x)) => env.get(x).map(|(_, b)| b.ty.clone()).ok_or(()),
            (None, _) => Err(()),
            (Some((&fd, before)), root) => {
                let before = Lock { root, fields: before.to_vec() };
                deep(|| self.final_ref(env, p, before, fd))
            }
        }
    }

    fn final_ref(&self, env: &Env, p: &Lock, before: Lock, fd: Name) -> Asked<Type> {
        let c = self.is_final(env, &before)?;
        let Type::Class(cn, _) = c else { return if c == Type::Unknown { Ok(c) } else { Err(()) } };
        let Some(found) = self.field_in(&c, fd) else {
            return if self.inherits_unknown(cn) { Ok(Type::Unknown) } else { Err(()) };
        };
        self.require(final_ref::FINAL, || only_if(found.field.is_final))?;
        let theta = Theta(vec![Step { formals: found.formals, vars: vec![(Name::THIS, before)] }]);
        let t = theta.ty(&found.ty);
        self.require(final_ref::TYPE, || self.finite(p, || self.well_formed(env, &t)))?;
        Ok(t)
    }

    /// The type of p is looked at once on the way to it: what needs itself has no derivation.
    fn finite(&self, p: &Lock, judgment: impl FnOnce() -> Asked) -> Asked {
        let above = &self.notes;
        if above.borrow().asked.contains(p) || above.borrow().asked.len() > DEEPEST {
            return Err(());
        }
        above.borrow_mut().asked.push(p.clone());
        let outcome = judgment();
        above.borrow_mut().asked.pop();
        outcome
    }

    /// o ≡ o': equality of text, but for f$p ≡ f where f != self.
    pub(super) fn same(env: &Env, a: &Owner, b: &Owner) -> bool {
        let plain = |o: &Owner| match o {
            Owner::Qualified(f, _) if env.not_self.contains(f) => Owner::Formal(*f),
            o => o.clone(),
        };
        plain(a) == plain(b)
    }

    /// \[LOCK HELD\]: l ∈ₘ ls
    pub(super) fn held(env: &Env, l: &Owner, mode: Mode, ls: &Locks) -> Asked {
        only_if(ls.iter().any(|(other, of)| *of >= mode && Self::same(env, l, other)))
    }

    /// P; E ⊢ s <: t
    pub(super) fn below(&self, env: &Env, s: &Type, t: &Type) -> bool {
        match (s, t) {
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::Null, t) => t.is_reference(),
            (Type::Class(Cn::String, _), Type::Class(cn, _)) => matches!(cn, Cn::String | Cn::Object),
            (s, Type::Class(cn, ot)) => self.seen_as(s, *cn).is_some_and(|seen| {
                let same = || seen.owners().iter().zip(ot).all(|(a, b)| Self::same(env, a, b));
                self.require(subtype_class::GHOST_ARGS, || only_if(seen.owners().len() == ot.len() && same())).is_ok()
            }),
            (s, t) => s == t,
        }
    }

    /// The least common supertype of two types; void if there is none.
    pub(super) fn least_common(&self, env: &Env, s: &Type, t: &Type) -> Type {
        if *s == Type::Unknown || *t == Type::Unknown {
            return Type::Unknown;
        }
        if self.below(env, s, t) {
            return t.clone();
        }
        if self.below(env, t, s) {
            return s.clone();
        }
        self.supertypes(s).find(|up| matches!(t, Type::Class(..)) && self.below(env, t, up)).unwrap_or(Type::Void)
    }

    /// [e/x]t: the least supertype of t in which that is well formed; void if there is none.
    pub(super) fn without(&self, env: &Env, x: Name, e: ExprId, t: &Type) -> Type {
        if !t.owners().iter().any(|o| o.mentions(x)) {
            return t.clone();
        }
        let theta = Theta::one(x, Lock::of(self.program, e));
        let mut up = self.supertypes(t).map(|t| theta.ty(&t));
        up.find(|t| self.well_formed(env, t).is_ok()).unwrap_or(Type::Void)
    }

    /// \[GIVE\] for an expression that was judged: e ⇐ t
    pub(super) fn gives(&self, env: &Env, value: &Value, t: &Type) -> Asked {
        self.require(give::OWNED, || only_if(!value.ty.is_unique() || value.owned))?;
        self.require(give::SUBTYPE, || only_if(self.below(env, &value.ty, t) || self.changes_hands(env, &value.ty, t)))
    }

    /// s = c<unique, o₂…>, t's first owner is o, and c<o, o₂…> <: t, which keeps to its class's clauses.
    fn changes_hands(&self, env: &Env, s: &Type, t: &Type) -> bool {
        let (Type::Class(cn, owners), Some(o)) = (s, t.owners().first()) else { return false };
        if !s.is_unique() {
            return false;
        }
        let mut owners = owners.clone();
        owners[0] = o.clone();
        self.keeps_where(env, *cn, &owners).is_ok() && self.below(env, &Type::Class(*cn, owners), t)
    }

    /// \[GIVE\] as a premise of the rule of an expression that was judged.
    pub(super) fn receives(&self, premise: PremiseId, env: &Env, e: ExprId, value: &Value, t: &Type) {
        self.premise(premise, self.program.span(e), || self.gives(env, value, t));
    }

    /// \[GIVE\] as a premise, judging e: any value will do for void.
    pub(super) fn give(&self, premise: PremiseId, at: &At, e: ExprId, t: &Type) -> Value {
        let value = self.expr(at, e);
        if *t != Type::Void {
            self.receives(premise, &at.env, e, &value, t);
        }
        value
    }

    /// The lock of a `holds`, in E.
    pub(super) fn held_lock(&self, env: &Env, l: ExprId) -> Owner {
        let scope = Scope { variable: &|x| env.get(x).is_some(), formal: &|f| env.is_formal(f) };
        Self::of_this(self.read_owner(l, &scope))
    }
}
