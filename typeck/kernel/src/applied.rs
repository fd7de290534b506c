//! Rules as they are applied: how premises are looked at. A rule says of each which one it is, in one of three ways:
//!
//! | the premise | in a rule |
//! | --- | --- |
//! | is established by the judgments that follow, or decided already | `premise(P)`, `premise(P).holds(true)` |
//! | is judged, and may fail | `check(P, …)` reports an error and goes on; `require(P, …)?` ends the rule |
//! | reads otherwise when it is off | `in_force(P)`; `taken(P)` where a judgment follows |
//!
//! A rule that is written so asks nothing else about switches.

use crate::listener::{Calculus, Cause, Failure, Listeners, Outcome, Standing};
use crate::options::{Options, Part};
use crate::rule::{PremiseId, RuleId};
use racefree_grammar::span::Span;
use std::cell::Cell;
use std::ops::Deref;

/// A climb over more superclasses than this is one step of a derivation: their number is that of the classes that inherit,
/// and to write every step of each would take the square of their number.
pub const LONG_CLIMB: usize = 64;

/// Force of a premise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Force {
    Whole,
    /// Some of its failures are taken as holding.
    Part,
    /// Taken as holding.
    Off,
}

/// The premise that was named last.
pub struct Named<'r, C: Calculus>(Listeners<'r, C>);

impl<C: Calculus> Named<'_, C> {
    /// It holds, or does not.
    #[inline]
    pub fn holds(self, holds: bool) {
        self.stands(if holds { Standing::Holds } else { Standing::Fails });
    }

    /// It stands so.
    #[inline]
    pub fn stands(self, standing: Standing) {
        self.0.tell(|l| l.stands(standing));
    }
}

/// An application of a rule.
pub struct Applied<'r, C: Calculus> {
    options: &'r Options,
    listeners: Listeners<'r, C>,
}

impl<'r, C: Calculus> Applied<'r, C> {
    /// The rule begins.
    #[inline]
    pub fn begin(options: &'r Options, listeners: Listeners<'r, C>, rule: RuleId) -> Self {
        listeners.tell(|l| l.opens(rule));
        Applied { options, listeners }
    }

    /// Subsumption: the judgment that was concluded last is its first premise.
    pub fn subsumption(options: &'r Options, listeners: Listeners<'r, C>, rule: RuleId, premise: PremiseId) -> Self {
        listeners.tell(|l| l.subsumes(rule, premise));
        Applied { options, listeners }
    }

    /// A premise that the judgments which follow establish, or whose standing the choice of the rule has decided.
    #[inline]
    pub fn premise(&self, premise: PremiseId) -> Named<'r, C> {
        self.listeners.tell(|l| l.premise(premise));
        Named(self.listeners)
    }

    /// A premise: what it yields; none if it is taken as holding; or why it does not hold.
    // There are hundreds of premises: what does not depend on the judgment is not compiled for each of them.
    #[inline]
    pub fn require<T>(&self, premise: PremiseId, judgment: impl FnOnce() -> Outcome<C, T>) -> Outcome<C, Option<T>> {
        self.premise(premise);
        let force = if self.options.off.is_off(premise) { self.force(premise) } else { Force::Whole };
        if force == Force::Off {
            return Ok(None);
        }
        let outcome = judgment();
        match self.counts(premise, force, outcome.as_ref().err().map(|cause| &**cause)) {
            true => outcome.map(Some),
            false => Ok(None),
        }
    }

    /// Force of a premise that is switched off, or in part.
    #[cold]
    fn force(&self, premise: PremiseId) -> Force {
        if self.options.only.is_none() {
            self.assume(premise);
            return Force::Off;
        }
        self.listeners.tell(|l| l.tries());
        Force::Part
    }

    /// Returns true if the outcome of a premise counts, and false if its failure is taken as holding.
    fn counts(&self, premise: PremiseId, force: Force, failure: Option<&C::Cause>) -> bool {
        if force == Force::Part {
            let taken = failure.is_some_and(|cause| self.options.takes(premise, cause.part()));
            self.listeners.tell(|l| l.tried(!taken));
            if taken {
                self.assume(premise);
                return false;
            }
        }
        self.stands(if failure.is_none() { Standing::Holds } else { Standing::Fails });
        true
    }

    /// A premise with an off reading: true if it is in force.
    pub fn in_force(&self, premise: PremiseId) -> bool {
        let taken = self.taken(premise);
        if !taken {
            self.stands(Standing::Holds);
        }
        !taken
    }

    /// A premise that is a judgment with errors of its own, or whose off reading is one: true if it is taken as holding instead.
    pub fn taken(&self, premise: PremiseId) -> bool {
        let taken = self.options.takes(premise, Part::Rest);
        self.premise(premise);
        if taken {
            self.assume(premise);
        }
        taken
    }

    /// A premise that is switched off is taken as holding, unless one of a variant is in its place.
    fn assume(&self, premise: PremiseId) {
        if !self.options.own.replace(premise) {
            self.stands(Standing::Taken);
        }
    }

    #[inline]
    fn stands(&self, standing: Standing) {
        Named(self.listeners).stands(standing);
    }

    /// The rule concludes.
    #[inline]
    pub fn concludes_as<T>(self, judgment: C::Judgment, value: T) -> T {
        self.listeners.tell(|l| l.concludes(&judgment));
        value
    }

    /// A rule for a judgment that is asked for: the first premise that does not hold is why the judgment does not.
    #[inline]
    pub fn asked<T>(
        self,
        conclusion: impl FnOnce(Option<&T>) -> C::Judgment,
        premises: impl FnOnce(&Self) -> Outcome<C, T>,
    ) -> Outcome<C, T> {
        let outcome = premises(&self);
        self.concludes_as(conclusion(outcome.as_ref().ok()), outcome)
    }
}

/// An application of a rule for an expression or a declaration: a premise that does not hold is an error, and the rule goes on.
pub struct Reporting<'r, C: Calculus> {
    rule: Applied<'r, C>,
    at: Cell<C::At>,
    span: Span,
}

impl<'r, C: Calculus> Deref for Reporting<'r, C> {
    type Target = Applied<'r, C>;
    fn deref(&self) -> &Applied<'r, C> {
        &self.rule
    }
}

impl<'r, C: Calculus> Reporting<'r, C> {
    /// The rule, with the place of what it is for.
    #[inline]
    pub fn new(rule: Applied<'r, C>, at: C::At, span: Span) -> Self {
        Reporting { rule, at: Cell::new(at), span }
    }

    /// The premises that follow are looked at in another E or ls.
    pub fn at(&self, at: C::At) {
        self.at.set(at);
    }

    /// The place of what the rule is for.
    pub fn span(&self) -> Span {
        self.span
    }

    /// A premise about the whole.
    #[inline]
    pub fn check(&self, premise: PremiseId, judgment: impl FnOnce() -> Outcome<C>) -> Standing {
        self.check_at(premise, self.span, judgment)
    }

    /// A premise about a part.
    #[inline]
    pub fn check_at(&self, premise: PremiseId, span: Span, judgment: impl FnOnce() -> Outcome<C>) -> Standing {
        self.rule.listeners.tell(|l| l.asks_for(premise, span, &self.at.get()));
        match self.require(premise, judgment) {
            Ok(Some(())) => Standing::Holds,
            Ok(None) => Standing::Taken,
            Err(cause) => {
                self.error(premise, span, cause);
                Standing::Fails
            }
        }
    }

    /// Premises that are computed together, each about several places: one without a failure holds.
    pub fn check_all(&self, premises: &[PremiseId], mut failed: Vec<(PremiseId, Span, Box<C::Cause>)>) {
        for &premise in premises {
            let mut failures = failed.extract_if(.., |(of, ..)| *of == premise).peekable();
            if failures.peek().is_none() {
                self.check(premise, || Ok(()));
            }
            for (_, span, cause) in failures {
                self.check_at(premise, span, || Err(cause));
            }
        }
    }

    /// The constraints of a premise belong to this place. Returns false for a premise that is taken as holding, and has none.
    #[inline]
    pub fn constrained(&self, premise: PremiseId, span: Span) -> bool {
        self.rule.listeners.tell(|l| l.asks_for(premise, span, &self.at.get()));
        !self.options.takes(premise, Part::Rest)
    }

    #[cold]
    fn error(&self, premise: PremiseId, span: Span, cause: Box<C::Cause>) {
        if !cause.is_reported() {
            self.rule.listeners.error(Failure { premise, span, at: self.at.get(), cause });
        }
    }

    /// The rule concludes.
    #[inline]
    pub fn concludes_as<T>(self, judgment: C::Judgment, value: T) -> T {
        self.rule.concludes_as(judgment, value)
    }
}
