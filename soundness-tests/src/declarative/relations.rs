//! Sections 5.2, 5.5 and 5.6: types, subtyping, sharing, final expressions, lock sets.

use super::terms::{Term, Type};
use super::{Bound, Env, Locks, Reading};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// A derivation in which so many final expressions are looked at, one inside the other, does not end.
const DEEPEST: usize = 300;

impl Reading<'_> {
    /// P; E ⊢ t, for the type of a variable or a field.
    pub(super) fn well_formed(&self, env: &Env, t: &Type) -> bool {
        *t != Type::Void && self.well_formed_result(env, t)
    }

    /// P; E ⊢ t, for a method's result, which may be void: \[TYPE INT\], \[TYPE OBJECT\], \[TYPE C\].
    pub(super) fn well_formed_result(&self, env: &Env, t: &Type) -> bool {
        let Type::Class(cn, ls) = t else { return true };
        if matches!(*cn, Name::OBJECT | Name::STRING) {
            return ls.is_empty();
        }
        let Some(class) = self.class(*cn) else { return false };
        let ghosts = self.program.ghosts_of(class);
        ghosts.len() == ls.len()
            && ls.iter().zip(ghosts).all(|(l, ghost)| {
                let s = self.is_final(env, l);
                let of = |s: &Type| self.below(s, &self.written(ghost.ty));
                self.asked("TYPE C/arg-final", || s.is_some())
                    && self.asked("TYPE C/arg-type", || s.as_ref().is_none_or(of))
            })
    }

    /// Whether a written type means anything at all: its class is declared, with as many ghosts.
    pub(super) fn means_something(&self, t: &Type) -> bool {
        match t {
            Type::Class(Name::OBJECT | Name::STRING, ls) => ls.is_empty(),
            Type::Class(cn, ls) => self.class(*cn).is_some_and(|c| c.ghosts.len() == ls.len()),
            _ => true,
        }
    }

    /// Every t with P; E ⊢ s <: t, the nearest first, but for those of null: \[SUBTYPE REFL\], \[SUBTYPE TRANS\],
    /// \[SUBTYPE CLASS\].
    pub(super) fn supertypes(&self, s: &Type) -> Vec<Type> {
        let mut all = vec![s.clone()];
        while let Some(up) = all.last().and_then(|c| self.superclass(c)) {
            all.push(up);
        }
        all
    }

    /// P; E ⊢ s <: t
    pub(super) fn below(&self, s: &Type, t: &Type) -> bool {
        let same = |u: &Type| match (u, t) {
            (Type::Class(cn, ls), Type::Class(dn, ms)) => {
                cn == dn && self.asked("SUBTYPE CLASS/ghost-args", || ls == ms)
            }
            (u, t) => u == t,
        };
        (*s == Type::Null && t.is_class()) || self.supertypes(s).iter().any(same)
    }

    /// P ⊢ t shared: \[OBJECT SHARED\], \[INT SHARED\], \[CLASS SHARED\].
    pub(super) fn shared(&self, t: &Type) -> bool {
        match t {
            Type::Class(cn, _) => self.class(*cn).is_none_or(|class| !class.thread_local),
            _ => true,
        }
    }

    /// E(x), the binding made last.
    pub(super) fn look<'e>(&self, env: &'e Env, x: Name) -> Option<&'e Bound> {
        env.iter().rev().find(|b| b.x == x)
    }

    /// P; E ⊢final e : t: \[FINAL VAR\], \[FINAL REF\].
    pub(super) fn is_final(&self, env: &Env, e: &Term) -> Option<Type> {
        match e {
            Term::Var(x) => self.look(env, *x).map(|b| b.ty.clone()),
            Term::Other(_) => None,
            Term::Ref(receiver, fd) => {
                let asked = &self.notes;
                if asked.borrow().asked.contains(e) || asked.borrow().asked.len() >= DEEPEST {
                    return None;
                }
                asked.borrow_mut().asked.push(e.clone());
                let found = deep(|| self.final_ref(env, receiver, *fd));
                asked.borrow_mut().asked.pop();
                found
            }
        }
    }

    fn final_ref(&self, env: &Env, receiver: &Term, fd: Name) -> Option<Type> {
        let c = self.is_final(env, receiver)?;
        let (field, _, ghosts) = self.field_in(&c, fd)?;
        let theta = self.steps(ghosts, vec![(Name::THIS, receiver.clone())]);
        let t = theta.ty(&self.written(field.ty));
        let holds = self.asked("FINAL REF/final", || field.is_final)
            && self.asked("FINAL REF/type", || self.well_formed(env, &t));
        holds.then_some(t)
    }

    /// P; E ⊢final l : c for some class type c.
    pub(super) fn is_lock(&self, env: &Env, l: ExprId) -> bool {
        self.is_final(env, &self.term(l)).is_some_and(|t| t.is_class())
    }

    /// \[LOCK ELEM\]
    pub(super) fn held(&self, ls: &Locks, l: &Term) -> bool {
        ls.contains(l)
    }
}
