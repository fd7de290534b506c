//! Listeners to the rules of a system.
//!
//! A system states each of its rules once, as a function ([`crate::applied`]). Whatever comes out of it besides the verdict is a
//! [`Listener`]: errors, the derivation, the typed program, constraints. A listener gets rules and premises in their order,
//! and changes no judgment.

use crate::options::Part;
use crate::rule::{PremiseId, RuleId};
use racefree_grammar::span::Span;
use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;

/// The judgments of a system.
pub trait Calculus: 'static {
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
    /// True to report captures at every enclosing fork; their number is quadratic in a nest of forks.
    fn all_captures(&self) -> bool {
        false
    }
    /// A rule begins.
    fn opens(&mut self, _rule: RuleId) {}
    /// A rule begins, late: the judgment concluded last establishes its premise.
    fn subsumes(&mut self, _rule: RuleId, _premise: PremiseId) {}
    /// The following judgments establish this premise.
    fn premise(&mut self, _premise: PremiseId) {}
    /// Standing of the premise named last.
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
}

/// Listeners to a judgment: errors in the order in which they are found, one more listener, both, or none. The rules are compiled
/// once for all of them, and a test shows that there is no listener.
pub struct Listeners<'r, C: Calculus> {
    errors: Option<&'r RefCell<Vec<Failure<C>>>>,
    other: Option<&'r RefCell<dyn Listener<C>>>,
}

impl<C: Calculus> Clone for Listeners<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Calculus> Copy for Listeners<'_, C> {}

impl<C: Calculus> Listeners<'_, C> {
    /// No listener: auxiliary judgments, not recorded.
    pub const NOBODY: Self = Listeners { errors: None, other: None };

    /// Outcome of a judgment with its errors, while one more listener may listen.
    pub fn errors_of<T>(
        other: Option<&RefCell<dyn Listener<C>>>,
        judge: impl FnOnce(Listeners<'_, C>) -> T,
    ) -> (T, Vec<Failure<C>>) {
        let errors = RefCell::default();
        let judged = judge(Listeners { errors: Some(&errors), other });
        (judged, errors.into_inner())
    }

    /// The errors alone.
    #[must_use]
    pub fn only_errors(self) -> Self {
        Listeners { other: None, ..self }
    }

    /// Calls the listener.
    #[inline]
    pub fn tell(self, what: impl FnOnce(&mut dyn Listener<C>)) {
        if let Some(other) = self.other {
            what(&mut *other.borrow_mut());
        }
    }

    /// [`Listener::recalls`]
    pub fn recalls(self, judgment: &C::Judgment) -> bool {
        self.other.is_none_or(|other| other.borrow_mut().recalls(judgment))
    }

    /// [`Listener::all_captures`]
    pub fn all_captures(self) -> bool {
        self.other.is_some_and(|other| other.borrow().all_captures())
    }

    /// A premise of a rule for an expression or a declaration does not hold.
    pub fn error(self, failure: Failure<C>) {
        if let Some(errors) = self.errors {
            errors.borrow_mut().push(failure);
        }
    }
}
