//! Rules as they are applied: how premises are looked at. Nothing else asks which of them are switched off.

use crate::listener::{Calculus, Cause, Failure, Listeners, Outcome, Standing};
use crate::options::{Options, Part};
use crate::rule::{PremiseId, RuleId};
use racefree_grammar::span::Span;
use std::cell::Cell;
use std::ops::Deref;

/// A climb over more superclasses than this is one step of a derivation: there are as many like it as classes that inherit,
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

    /// A rule that began before its first premise was established.
    pub fn late(options: &'r Options, listeners: Listeners<'r, C>, rule: RuleId, premise: PremiseId) -> Self {
        listeners.tell(|l| l.subsumes(rule, premise));
        Applied { options, listeners }
    }

    /// What follows establishes this premise.
    #[inline]
    pub fn premise(&self, premise: PremiseId) {
        self.listeners.tell(|l| l.premise(premise));
    }

    /// The premise named last stands so.
    #[inline]
    pub fn stands(&self, standing: Standing) {
        self.listeners.tell(|l| l.stands(standing));
    }

    /// A side condition that holds by the way in which the rule was found.
    #[inline]
    pub fn given(&self, premise: PremiseId) {
        self.premise(premise);
        self.stands(Standing::Holds);
    }

    /// A premise is taken as holding, unless one of a variant stands in its place.
    pub fn take(&self, premise: PremiseId) {
        if !self.options.own.replace(premise) {
            self.stands(Standing::Taken);
        }
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
            self.take(premise);
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
                self.take(premise);
                return false;
            }
        }
        self.stands(if failure.is_none() { Standing::Holds } else { Standing::Fails });
        true
    }

    /// A premise with an off reading: true if it is in force.
    pub fn in_force(&self, premise: PremiseId) -> bool {
        let in_force = !self.takes(premise);
        self.premise(premise);
        self.stands(if in_force { Standing::Holds } else { Standing::Taken });
        in_force
    }

    /// The premise is taken as holding, or its off reading is in force, if it is about no type and no lock expression.
    pub fn takes(&self, premise: PremiseId) -> bool {
        self.options.takes(premise, Part::Rest)
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
        self.asks_for(premise, span);
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

    /// A premise that fails by the way in which the rule was found.
    #[cold]
    pub fn fails(&self, premise: PremiseId, span: Span, cause: Box<C::Cause>) {
        self.premise(premise);
        self.stands(Standing::Fails);
        self.error(premise, span, cause);
    }

    /// The constraints of a premise belong to this place.
    #[inline]
    pub fn asks_for(&self, premise: PremiseId, span: Span) {
        self.rule.listeners.tell(|l| l.asks_for(premise, span, &self.at.get()));
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
