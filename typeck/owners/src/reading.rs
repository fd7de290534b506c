//! The reading of the rules: its methods are the rules, each written once. The current E, D and ls are kept in the tables;
//! whatever comes out of a rule besides is a listener's.

use crate::Eprfj;
use crate::error::{At, Cause, Outcome};
use crate::owner::Ty;
use crate::typing::{EnvId, Judgment, Typing};
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::applied::{Applied, Reporting};
use racefree_kernel::listener::{Calculus, Listeners};
use racefree_kernel::{PremiseId, RuleId};
use std::convert::Infallible;
use std::ops::{Deref, DerefMut};

impl Calculus for Eprfj {
    type Judgment = Judgment;
    type At = At;
    type Cause = Cause;
    type Constraint = Infallible;
    type Key = Known;

    fn key(judgment: &Judgment) -> Option<Known> {
        match *judgment {
            Judgment::Final(env, p, t) => Some(Known::Final(env, p, t)),
            Judgment::Expr(_, _, e, ..) => Some(Known::Expr(e)),
            _ => None,
        }
    }
}

/// A judgment that is derived once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// P; E ⊢final p : t
    Final(EnvId, Path, Ty),
    /// P; E; D; ls ⊢ e : t
    Expr(ExprId),
}

/// A rule for a judgment that is asked for.
pub(crate) type Asked<'r> = Applied<'r, Eprfj>;

/// A rule for an expression or a declaration.
pub(crate) type Declared<'r> = Reporting<'r, Eprfj>;

/// A program that is read, and its listeners.
pub(crate) struct Reading<'r, 'p> {
    pub(crate) typing: &'r mut Typing<'p>,
    pub(crate) listeners: Listeners<'r, Eprfj>,
}

impl<'p> Deref for Reading<'_, 'p> {
    type Target = Typing<'p>;

    fn deref(&self) -> &Typing<'p> {
        self.typing
    }
}

impl DerefMut for Reading<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.typing
    }
}

impl<'r, 'p: 'r> Reading<'r, 'p> {
    /// Reads without a listener: auxiliary judgments, not recorded.
    pub(crate) fn quietly<T>(&mut self, read: impl FnOnce(&mut Reading<'_, 'p>) -> T) -> T {
        read(&mut Reading { typing: self.typing, listeners: Listeners::NOBODY })
    }

    /// A rule for a judgment that is asked for.
    pub(crate) fn rule(&self, rule: RuleId) -> Asked<'r> {
        Applied::begin(self.typing.options, self.listeners, rule)
    }

    /// A rule for a declaration, at a place.
    pub(crate) fn declared(&self, rule: RuleId, span: Span) -> Declared<'r> {
        Reporting::new(self.rule(rule), self.at, span)
    }

    /// A rule for an expression, which [`Reading::expr`] concludes.
    pub(crate) fn of(&self, rule: RuleId, e: ExprId) -> Declared<'r> {
        self.declared(rule, self.program.span(e))
    }

    /// The rule opened last concludes.
    pub(crate) fn concludes(&self, judgment: Judgment) {
        self.listeners.tell(|l| l.concludes(&judgment));
    }

    /// A rule without premises.
    pub(crate) fn axiom(&self, rule: RuleId, judgment: Judgment) {
        self.rule(rule).concludes_as(judgment, ());
    }
}

/// A premise of a judgment that is asked for.
pub(crate) fn require<T>(
    rule: &Asked<'_>,
    premise: PremiseId,
    judgment: impl FnOnce() -> Outcome<T>,
) -> Outcome<Option<T>> {
    rule.require(premise, judgment).map_err(|cause| cause.under(premise))
}

/// A premise that yields nothing.
pub(crate) fn asks(rule: &Asked<'_>, premise: PremiseId, judgment: impl FnOnce() -> Outcome) -> Outcome {
    require(rule, premise, judgment).map(|_| ())
}

/// A sequence of one element is that element.
pub(crate) fn single(program: &Program, e: ExprId) -> ExprId {
    match program.expr(e) {
        Expr::Seq(list) if list.len == 1 => single(program, program.list(list)[0]),
        _ => e,
    }
}
