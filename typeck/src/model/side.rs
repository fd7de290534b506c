//! Premises that a variant has of its own: what a rule binds is handed to the condition, and each that fails is noted.

use super::terms::{Cn, Lock, Type};
use super::{Environment, LockSet, Model};
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_kernel::RuleId;
use racefree_kernel::condition::{Bound, Judged, Terms, Truth};

/// What a rule binds here.
pub(super) type Bindings = Terms<Lock, Type>;

/// A place where a condition is asked: P, E and ls.
struct Here<'m, 'p> {
    model: &'m Model<'p>,
    env: &'m Environment<'m>,
    ls: &'m LockSet<'m>,
}

impl Model<'_> {
    /// The premises of a variant in a rule, about the rule's place or, for each of several, about theirs.
    pub(super) fn own_premises(
        &self,
        rule: RuleId,
        (place, each): (Span, &[Span]),
        (env, ls): (&Environment<'_>, &LockSet<'_>),
        bind: impl FnOnce() -> Bindings,
    ) {
        if !self.options.own.concern(rule) {
            return;
        }
        let (terms, mut here) = (bind(), Here { model: self, env, ls });
        for own in self.options.own.of(rule) {
            debug_assert!(own.condition.names.iter().all(|x| terms.binds(&x.key)), "{}", own.condition.text);
            let one_of_several = own.condition.names.iter().any(|x| x.each);
            for nth in 0..terms.rounds(&own.condition) {
                if own.condition.fails(&mut here, &terms, nth) {
                    let span = each.get(nth).copied().filter(|_| one_of_several).unwrap_or(place);
                    self.notes.borrow_mut().failed.insert((own.id, span));
                }
            }
        }
    }

    /// A type as what a metavariable stands for.
    pub(super) fn ty_term(t: &Type) -> Bound<Lock, Type> {
        if *t == Type::Unknown { Bound::Nothing } else { Bound::Type(t.clone()) }
    }

    /// The lock set, likewise.
    pub(super) fn held_term(ls: &LockSet<'_>) -> Bound<Lock, Type> {
        Bound::Locks(ls.elements().cloned().collect())
    }
}

/// Unless one of the types is unknown.
fn known(types: &[&Type], holds: impl FnOnce() -> bool) -> Truth {
    if types.contains(&&Type::Unknown) { Truth::Unknown } else { holds().into() }
}

impl Judged for Here<'_, '_> {
    type Lock = Lock;
    type Type = Type;

    fn program(&self) -> &Program {
        self.model.program
    }

    fn lock(&mut self, e: ExprId) -> Lock {
        self.model.lock(e)
    }

    fn variable(&mut self, x: Name) -> Lock {
        Lock::var(x)
    }

    fn root(&self, l: &Lock) -> Option<Name> {
        match l.root {
            Root::Var(x) => Some(x),
            Root::Expr(_) | Root::Open(_) => None,
        }
    }

    fn closed(&self, name: &str) -> Type {
        match name {
            "int" => Type::Int,
            "boolean" => Type::Boolean,
            "String" => Type::Class(Cn::String, Vec::new()),
            _ => Type::Class(Cn::Object, Vec::new()),
        }
    }

    fn arguments(&self, t: &Type) -> Vec<Lock> {
        match t {
            Type::Class(_, ls) => ls.clone(),
            _ => Vec::new(),
        }
    }

    fn held(&mut self, l: &Lock) -> bool {
        self.model.lock_elem(l, self.ls).is_ok()
    }

    fn is_final(&mut self, l: &Lock) -> bool {
        self.model.is_lock(self.env, l).is_ok()
    }

    fn is_shared(&mut self, t: &Type) -> Truth {
        known(&[t], || self.model.shared(t))
    }

    fn is_subtype(&mut self, s: &Type, t: &Type) -> Truth {
        known(&[s, t], || self.model.below(s, t))
    }

    fn is_same_type(&mut self, s: &Type, t: &Type) -> Truth {
        known(&[s, t], || s == t)
    }
}
