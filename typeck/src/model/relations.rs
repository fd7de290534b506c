//! Sections 5.2, 5.5 and 5.6: environments, types, subtyping, sharing, final expressions, lock sets.

use super::side::Bindings;
use super::terms::{Lock, Subst, Type};
use super::{Asked, Bound as Binding, Environment, LockSet, Model, only_if};
use crate::options::Part;
use crate::rules::{env_ghost, env_x, exp_let, final_ref, subtype_class, type_c};
use racefree_grammar::ast::{ExprId, Ghost, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::condition::Bound;

/// A derivation is finite. One in which so many types of final fields need one another, each the next, is taken not to end.
const DEEPEST: usize = 256;

impl Model<'_> {
    /// \[ENV X\]: P; E, t x ⊢ wf
    pub(super) fn env_x(&self, env: &mut Environment<'_>, t: TypeId, x: Name, place: Span) {
        self.premise(env_x::TYPE, place, || self.means(env, t));
        self.premise(env_x::FRESH, place, || only_if(env.get(x).is_none()));
        self.own_premises(env_x::RULE, (place, &[]), (env, &LockSet::default()), || {
            Bindings::default().bind("t", Self::ty_term(&self.written(t))).bind("x", Bound::Variable(x))
        });
        env.push(Binding { ty: self.written(t), x, ghost: false });
    }

    /// \[ENV GHOST\]: P; E, ghost t x ⊢ wf
    pub(super) fn env_ghost(&self, env: &Environment<'_>, ghost: &Ghost) {
        self.premise(env_ghost::TYPE, ghost.span, || self.means(env, ghost.ty));
        self.premise(env_ghost::FRESH, ghost.span, || only_if(env.get(ghost.name).is_none()));
    }

    /// P; E ⊢ t for a type as it is written, of what has a value.
    pub(super) fn means(&self, env: &Environment<'_>, t: TypeId) -> Asked {
        match self.written(t) {
            // TYPE C/class-known, TYPE C/arity, TYPE VOID/only-result
            Type::Unknown => Err(Part::Rest),
            t => self.well_formed(env, &t),
        }
    }

    /// P; E ⊢ t for a method's result as it is written: \[TYPE VOID\] too.
    pub(super) fn means_result(&self, env: &Environment<'_>, t: TypeId) -> Asked {
        if self.written_result(t) == Type::Void { Ok(()) } else { self.means(env, t) }
    }

    /// P; E ⊢ t: \[TYPE INT\], \[TYPE OBJECT\], \[TYPE C\].
    pub(super) fn well_formed(&self, env: &Environment<'_>, t: &Type) -> Asked {
        let Type::Class(cn, ls) = t else { return Ok(()) };
        let theta = self.subst(self.ghosts(*cn).iter().map(|g| g.name).zip(ls.iter().cloned()).collect(), []);
        for (ghost, l) in self.ghosts(*cn).iter().zip(ls) {
            let s = self.is_final(env, l);
            self.require(type_c::ARG_FINAL, || s.as_ref().map(drop).map_err(|&part| part))?;
            let Ok(s) = s else { continue };
            let t = theta.ty(&self.written(ghost.ty));
            self.require(type_c::ARG_TYPE, || if self.below(&s, &t) { Ok(()) } else { Err(Part::Subtype) })?;
        }
        Ok(())
    }

    /// P; E ⊢ s <: t. What a class inherits that is unknown agrees with every class type.
    pub(super) fn below(&self, s: &Type, t: &Type) -> bool {
        let unknown = s.is_class() && t.is_class() && self.inherits_unknown(s);
        unknown || *s == Type::Unknown || *t == Type::Unknown || self.known_below(s, t)
    }

    /// P; E ⊢ s <: t by what is known: t is one of the supertypes of s, or \[SUBTYPE NULL\].
    fn known_below(&self, s: &Type, t: &Type) -> bool {
        let is = |u: Type| match (&u, t) {
            (Type::Class(cn, ls), Type::Class(dn, ms)) => {
                cn == dn && self.require(subtype_class::GHOST_ARGS, || only_if(ls == ms)).is_ok()
            }
            (u, t) => u == t,
        };
        (*s == Type::Null && t.is_class()) || self.supertypes(s).any(is)
    }

    /// The least u with P; E ⊢ s <: u and P; E ⊢ t <: u; void if there is none.
    pub(super) fn least_common(&self, s: &Type, t: &Type) -> Type {
        if self.known_below(s, t) && *s != Type::Unknown {
            return t.clone();
        }
        let common = |u: &Type| *u == Type::Unknown || *t == Type::Unknown || self.known_below(t, u);
        match self.supertypes(s).find(common).unwrap_or(Type::Void) {
            _ if *t == Type::Unknown => Type::Unknown,
            // A class between may be common to both, if t inherits what is unknown.
            u if u == Type::OBJECT && *s != u && self.inherits_unknown(t) => Type::Unknown,
            u => u,
        }
    }

    /// \[e/x\]t by D5: the least supertype of t in which it is well formed.
    pub(super) fn without(&self, env: &Environment<'_>, x: Name, e: ExprId, t: &Type) -> Type {
        if !t.mentions(x) {
            return t.clone();
        }
        let theta = Subst::one(x, self.lock(e));
        for up in self.supertypes(t).map(|t| theta.ty(&t)) {
            match self.well_formed(env, &up) {
                Ok(()) => return up,
                Err(part) if self.options.takes(exp_let::RESULT, part) => return t.clone(),
                Err(_) => {}
            }
        }
        Type::OBJECT
    }

    /// P ⊢ t shared: \[OBJECT SHARED\], \[INT SHARED\], \[CLASS SHARED\].
    pub(super) fn shared(&self, t: &Type) -> bool {
        match t {
            Type::Class(cn, _) => self.declaration(*cn).is_none_or(|class| !class.thread_local),
            _ => true,
        }
    }

    /// P; E ⊢final l : t
    pub(super) fn is_final(&self, env: &Environment<'_>, l: &Lock) -> Asked<Type> {
        match l.fields.split_last() {
            None => self.final_var(env, l.root),
            Some((&fd, before)) => {
                let before = Lock { root: l.root, fields: before.to_vec() };
                deep(|| self.final_ref(env, before, fd))
            }
        }
    }

    /// \[FINAL VAR\]
    fn final_var(&self, env: &Environment<'_>, root: Root) -> Asked<Type> {
        match root {
            Root::Var(x) => env.get(x).map(|b| b.ty.clone()).ok_or(Part::Scope),
            Root::Expr(_) | Root::Open(_) => Err(Part::Rest),
        }
    }

    /// \[FINAL REF\]
    fn final_ref(&self, env: &Environment<'_>, e: Lock, fd: Name) -> Asked<Type> {
        let c = self.is_final(env, &e)?;
        let Some(found) = self.field_in(&c, fd) else {
            return if self.inherits_unknown(&c) { Ok(Type::Unknown) } else { Err(Part::Rest) };
        };
        let t = self.subst(found.ghosts, [(Name::THIS, e.clone())]).ty(&found.ty);
        self.require(final_ref::FINAL, || if found.field.is_final { Ok(()) } else { Err(Part::Finality) })?;
        self.require(final_ref::TYPE, || self.finite(&e, fd, || self.well_formed(env, &t)))?;
        Ok(t)
    }

    /// The type of e.fd is looked at once on the way to it: what needs itself has no derivation.
    fn finite(&self, e: &Lock, fd: Name, judgment: impl FnOnce() -> Asked) -> Asked {
        let asked = (e.clone(), fd);
        let above = &self.notes;
        if above.borrow().asked.contains(&asked) || above.borrow().asked.len() >= DEEPEST {
            return Err(Part::Rest);
        }
        above.borrow_mut().asked.push(asked);
        let outcome = judgment();
        above.borrow_mut().asked.pop();
        outcome
    }

    /// P; E ⊢final l : c for some class type c; \[LOCK SET\] asks that of every l.
    pub(super) fn is_lock(&self, env: &Environment<'_>, l: &Lock) -> Asked {
        match self.is_final(env, l)? {
            Type::Class(..) | Type::Unknown => Ok(()),
            _ => Err(Part::Rest),
        }
    }

    /// \[LOCK ELEM\]: P; E ⊢ l ∈ ls
    pub(super) fn lock_elem(&self, l: &Lock, ls: &LockSet<'_>) -> Asked {
        only_if(ls.elements().any(|held| held == l))
    }

    /// \[LOCK SUBSET\]: P; E ⊢ ls₁ ⊆ ls₂
    pub(super) fn lock_subset(&self, ls1: &[Lock], ls2: &LockSet<'_>) -> Asked {
        ls1.iter().try_for_each(|l| self.lock_elem(l, ls2))
    }
}
