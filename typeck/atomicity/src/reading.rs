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
use racefree_kernel::listener::{Calculus, Errors, Listener};
use std::cell::RefCell;
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
pub(crate) type Rule<'r, L> = Reporting<'r, Atomicity, L>;

/// A program that is read, and who listens.
pub(crate) struct Reading<'r, 'c, 'p, L> {
    pub(crate) cx: &'r mut Checker<'c, 'p>,
    pub(crate) listener: &'r RefCell<L>,
}

impl<'c, 'p, L> Deref for Reading<'_, 'c, 'p, L> {
    type Target = Checker<'c, 'p>;

    fn deref(&self) -> &Checker<'c, 'p> {
        self.cx
    }
}

impl<L> DerefMut for Reading<'_, '_, '_, L> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.cx
    }
}

impl<'r, 'c: 'r, 'p, L: Listener<Atomicity>> Reading<'r, 'c, 'p, L> {
    /// A rule, at a place.
    pub(crate) fn rule(&self, rule: RuleId, span: Span) -> Rule<'r, L> {
        Reporting::new(Applied::begin(self.cx.options, self.listener, rule), self.within, span)
    }

    /// A rule for an expression, which [`Reading::expr`] concludes.
    pub(crate) fn of(&self, rule: RuleId, e: ExprId) -> Rule<'r, L> {
        self.rule(rule, self.program.span(e))
    }

    /// The rule opened last concludes.
    pub(crate) fn concludes(&self, judgment: Judgment) {
        self.listener.borrow_mut().concludes(&judgment);
    }

    /// Judges what is no part of the derivation; its errors are told.
    pub(crate) fn quietly<T>(&mut self, judge: impl FnOnce(&mut Reading<'_, 'c, 'p, Errors<Atomicity>>) -> T) -> T {
        let (judged, errors, ()) = Errors::of((), |listener| judge(&mut Reading { cx: self.cx, listener }));
        let mut listener = self.listener.borrow_mut();
        errors.into_iter().for_each(|failure| listener.error(failure));
        judged
    }
}
