//! Listeners to the rules of a system.
//!
//! A system states each of its rules once, as a function ([`crate::applied`]). Whatever comes out of it besides the verdict is a
//! [`Listener`]: errors, the derivation, the typed program, constraints. A listener is told of rules and premises in their order,
//! and changes no judgment.

use crate::options::Part;
use crate::rule::{PremiseId, RuleId};
use racefree_grammar::span::Span;
use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;

/// The judgments of a system.
pub trait Calculus {
    /// Conclusions of rules.
    type Judgment: Copy;
    /// E and ls of a rule for an expression or a declaration.
    type At: Copy + Debug;
    /// Causes of judgments that do not hold.
    type Cause: Cause;
    /// Constraints under which judgments about an open program hold.
    type Constraint;
    /// A judgment that is derived once, and recalled wherever it is asked for again.
    type Key: Copy + Eq + Hash;
    /// The key of a judgment, if it may be recalled.
    fn key(_judgment: &Self::Judgment) -> Option<Self::Key> {
        None
    }
}

/// The cause of a judgment that does not hold.
pub trait Cause: Clone + Debug {
    /// The part of its premise that the failure is about.
    fn part(&self) -> Part {
        Part::Rest
    }
    /// An error was reported where the reason lies, so that no other one is to be.
    fn is_reported(&self) -> bool {
        false
    }
}

/// A judgment's outcome: what it yields, or why it does not hold.
pub type Outcome<C, T = ()> = Result<T, Box<<C as Calculus>::Cause>>;

/// A side condition, and the cause if it does not hold.
pub fn holds<E>(holds: bool, cause: impl FnOnce() -> Box<E>) -> Result<(), Box<E>> {
    if holds { Ok(()) } else { Err(cause()) }
}

/// A premise of a rule for an expression or a declaration that does not hold.
#[derive(Clone, Debug)]
pub struct Failure<C: Calculus> {
    /// The premise.
    pub premise: PremiseId,
    /// The place that it is about.
    pub span: Span,
    /// E and ls.
    pub at: C::At,
    /// The cause.
    pub cause: Box<C::Cause>,
}

/// The standing of a premise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It holds.
    Holds,
    /// It is switched off, and was taken as holding.
    Taken,
    /// It does not hold.
    Fails,
}

/// A listener to the rules. Every method does nothing unless it is overridden.
pub trait Listener<C: Calculus> {
    /// A fork's captures that a fork within it captures too are told of: as many as the square of a nest of forks.
    const ALL_CAPTURES: bool = false;
    /// A rule begins.
    fn opens(&mut self, _rule: RuleId) {}
    /// A rule begins, late: the judgment concluded last establishes its premise.
    fn subsumes(&mut self, _rule: RuleId, _premise: PremiseId) {}
    /// What follows establishes this premise.
    fn premise(&mut self, _premise: PremiseId) {}
    /// The premise named last stands so.
    fn stands(&mut self, _standing: Standing) {}
    /// A premise of which a part is switched off is judged.
    fn tries(&mut self) {}
    /// It is kept, or taken back.
    fn tried(&mut self, _kept: bool) {}
    /// The rule opened last ends.
    fn concludes(&mut self, _judgment: &C::Judgment) {}
    /// A judgment that was derived before. Returns false to have it derived again.
    fn recalls(&mut self, _judgment: &C::Judgment) -> bool {
        true
    }
    /// The constraints of the premise named last belong to this place.
    fn asks_for(&mut self, _premise: PremiseId, _span: Span, _at: &C::At) {}
    /// A judgment about an open program holds under this constraint.
    fn constrains(&mut self, _constraint: C::Constraint) {}
    /// A premise of a rule for an expression or a declaration does not hold.
    fn error(&mut self, _failure: Failure<C>) {}
}

/// Nobody.
impl<C: Calculus> Listener<C> for () {}

/// The errors, in the order in which they are found; and one more listener.
pub struct Errors<C: Calculus, L = ()> {
    /// The errors.
    pub found: Vec<Failure<C>>,
    /// The other listener.
    pub other: L,
}

impl<C: Calculus, L> Errors<C, L> {
    /// Outcome of a judgment with its errors, and the other listener.
    pub fn of<T>(other: L, judge: impl FnOnce(&RefCell<Errors<C, L>>) -> T) -> (T, Vec<Failure<C>>, L) {
        let listener = RefCell::new(Errors { found: Vec::new(), other });
        let judged = judge(&listener);
        let Errors { found, other } = listener.into_inner();
        (judged, found, other)
    }
}

impl<C: Calculus, L: Listener<C>> Listener<C> for Errors<C, L> {
    const ALL_CAPTURES: bool = L::ALL_CAPTURES;
    fn opens(&mut self, rule: RuleId) {
        self.other.opens(rule);
    }
    fn subsumes(&mut self, rule: RuleId, premise: PremiseId) {
        self.other.subsumes(rule, premise);
    }
    fn premise(&mut self, premise: PremiseId) {
        self.other.premise(premise);
    }
    fn stands(&mut self, standing: Standing) {
        self.other.stands(standing);
    }
    fn tries(&mut self) {
        self.other.tries();
    }
    fn tried(&mut self, kept: bool) {
        self.other.tried(kept);
    }
    fn concludes(&mut self, judgment: &C::Judgment) {
        self.other.concludes(judgment);
    }
    fn recalls(&mut self, judgment: &C::Judgment) -> bool {
        self.other.recalls(judgment)
    }
    fn asks_for(&mut self, premise: PremiseId, span: Span, at: &C::At) {
        self.other.asks_for(premise, span, at);
    }
    fn constrains(&mut self, constraint: C::Constraint) {
        self.other.constrains(constraint);
    }
    fn error(&mut self, failure: Failure<C>) {
        self.found.push(failure);
    }
}
