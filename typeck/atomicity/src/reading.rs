//! The reading of the rules: its methods, in [`crate::checker`], are the rules, each written once. What they come to know is kept
//! in the tables; whatever comes out of a rule besides is a listener's.

use crate::Atomicity;
use crate::checker::{Checker, Enclosing};
use crate::error::Why;
use crate::judgment::Judgment;
use racefree_grammar::ast::ExprId;
use racefree_grammar::span::Span;
use racefree_kernel::RuleId;
use racefree_kernel::applied::{Applied, Reporting};
use racefree_kernel::listener::{Calculus, Listeners};
use std::convert::Infallible;
use std::ops::{Deref, DerefMut};

impl Calculus for Atomicity {
    type Judgment = Judgment;
    type At = Enclosing;
    type Cause = Why;
    type Constraint = Infallible;
    type Key = Infallible;
}

/// An application of a rule.
pub(crate) type Rule<'r> = Reporting<'r, Atomicity>;

/// A program that is read, and its listeners.
pub(crate) struct Reading<'r, 'c, 'p> {
    pub(crate) cx: &'r mut Checker<'c, 'p>,
    pub(crate) listeners: Listeners<'r, Atomicity>,
}

impl<'c, 'p> Deref for Reading<'_, 'c, 'p> {
    type Target = Checker<'c, 'p>;

    fn deref(&self) -> &Checker<'c, 'p> {
        self.cx
    }
}

impl DerefMut for Reading<'_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.cx
    }
}

impl<'r, 'c: 'r, 'p> Reading<'r, 'c, 'p> {
    /// A rule, at a place.
    pub(crate) fn rule(&self, rule: RuleId, span: Span) -> Rule<'r> {
        Reporting::new(Applied::begin(self.cx.options, self.listeners, rule), self.within, span)
    }

    /// A rule for an expression, which [`Reading::expr`] concludes.
    pub(crate) fn of(&self, rule: RuleId, e: ExprId) -> Rule<'r> {
        self.rule(rule, self.program.span(e))
    }

    /// The rule opened last concludes.
    pub(crate) fn concludes(&self, judgment: Judgment) {
        self.listeners.tell(|l| l.concludes(&judgment));
    }

    /// Judges what is no part of the derivation, and reports its errors.
    pub(crate) fn quietly<T>(&mut self, judge: impl FnOnce(&mut Reading<'_, 'c, 'p>) -> T) -> T {
        judge(&mut Reading { cx: self.cx, listeners: self.listeners.only_errors() })
    }
}
