//! Side conditions over what a rule binds, from a small vocabulary: what a rule variant may add to a rule, or put in the place of
//! one of its premises.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `parse` | the text of a condition, read by what its rule binds |
//! | `scope` | what a rule binds, taken from its declaration ([`crate::template`]) |
//! | `own` | premises of variants as premises: an id, a name, a sentence |
//!
//! A system whose rules bind such terms says when a [`Form`] holds at a place, by its own judgments.

mod own;
mod parse;
mod scope;
#[cfg(test)]
mod tests;

pub use own::{Full, own_premise};
pub use parse::Fault;
pub use scope::{Metavariable, Scope, TermSort, Vocabulary};

pub(crate) use own::find as of_variant;

use crate::rule::{PremiseId, RuleId};
use std::sync::Arc;

/// A predicate of the vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicate {
    /// `held(l)`: l ∈ ls; of a lock set, every element.
    Held,
    /// `final(l)`: P; E ⊢final l : c, for some class type c; of a lock set, of every element.
    Final,
    /// `shared(t)`: P ⊢ t shared.
    Shared,
    /// `subtype(s, t)`: P; E ⊢ s <: t.
    Subtype,
    /// `same(l, l')`: l ≡ l', the same path; likewise of two types.
    Same,
    /// `not-free(x, e)`: x ∉ FV(e); likewise of a lock, a lock set, a type.
    NotFree,
    /// `declared(final)`: the declaration that the rule uses has the word that it may leave out.
    Declared,
}

/// The predicates, each with its name, what it says, and what is between its brackets.
pub const PREDICATES: [(Predicate, &str, &str, &str); 7] = [
    (Predicate::Held, "held", "held(l)", "the lock is in the lock set; of a lock set, all of it is"),
    (Predicate::Final, "final", "final(l)", "it is a final expression and an object; of a lock set, all of it is"),
    (Predicate::Shared, "shared", "shared(t)", "the type is thread-shared"),
    (Predicate::Subtype, "subtype", "subtype(s, t)", "s is a subtype of t"),
    (Predicate::Same, "same", "same(l, l')", "two locks are the same path, or two types the same type"),
    (
        Predicate::NotFree,
        "not-free",
        "not-free(x, e)",
        "the variable is not free in an expression, a lock, a lock set or a type",
    ),
    (Predicate::Declared, "declared", "declared(final)", "the declaration says `final`, `guarded_by` or `ghost`"),
];

/// Argument of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A binding of the rule, by [`Metavariable::key`].
    Bound(String),
    /// `this`
    This,
    /// A type without ghost arguments: `int`, `Object`.
    Closed(&'static str),
}

/// A condition, as a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// A predicate with its arguments.
    Atom(Predicate, Vec<Argument>),
    /// not
    Not(Box<Form>),
    /// and
    And(Vec<Form>),
    /// or
    Or(Vec<Form>),
}

/// A side condition of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// As it was written, blanks aside: [`Condition::parse`] reads it.
    pub text: String,
    /// In the notation of the calculus, with what it is about after the substitutions of the rule: `[e/this]l ∈ ls`.
    pub statement: String,
    /// Metavariables in it, each once, in order.
    pub names: Vec<Metavariable>,
    /// As it is read.
    pub form: Form,
}

/// A premise that a variant has of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnPremise {
    /// Its id; its name and sentence are found by it as for every premise.
    pub id: PremiseId,
    /// The premise of the system in whose place it is, of the same name.
    pub replaces: Option<PremiseId>,
    /// Demand.
    pub condition: Arc<Condition>,
}

/// The premises that a variant adds or puts in the place of others.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct OwnPremises {
    all: Vec<OwnPremise>,
}

impl OwnPremises {
    /// Returns true if there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One more. One of the same name in the same rule, or in the same place, is replaced.
    pub fn insert(&mut self, own: OwnPremise) {
        let same = |other: &OwnPremise| {
            other.id == own.id
                || other.id.rule() == own.id.rule() && own::name(other.id) == own::name(own.id)
                || own.replaces.is_some() && other.replaces == own.replaces
        };
        self.all.retain(|other| !same(other));
        self.all.push(own);
    }

    /// All of them, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = &OwnPremise> {
        self.all.iter()
    }

    /// Premises of a rule.
    pub fn of(&self, rule: RuleId) -> impl Iterator<Item = &OwnPremise> {
        self.all.iter().filter(move |own| own.id.rule() == rule)
    }

    /// Returns true if a rule has any.
    #[inline]
    pub fn concern(&self, rule: RuleId) -> bool {
        !self.all.is_empty() && self.of(rule).next().is_some()
    }

    /// Takes away what is in the place of a premise of the system.
    pub fn remove_from(&mut self, premise: PremiseId) {
        self.all.retain(|own| own.replaces != Some(premise));
    }

    /// Returns true if a premise of the system is replaced by one of these.
    pub fn replace(&self, premise: PremiseId) -> bool {
        self.all.iter().any(|own| own.replaces == Some(premise))
    }
}
