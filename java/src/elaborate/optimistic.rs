//! Optimistic reads of a `StampedLock` that are validated: `long s = l.tryOptimisticRead(); int a = x; if (!l.validate(s)) …`. What is read between
//! the two is used only if nobody wrote meanwhile, as if the lock had been held. Code in between copies fields into variables and does no more, and
//! each variable is read again, or never used, where the stamp is no longer valid.

use super::code::Code;
use super::explicit::Taken;
use crate::tree::body::{ExprNo, Form, Kind, LocalNo, Operator, StmtNo};
use racefree_grammar::Span;

/// The method that gives a stamp for an optimistic read.
pub(super) const OPTIMISTIC: &str = "tryOptimisticRead";

impl Code<'_, '_, '_> {
    /// The lock of readers, for statements between an optimistic stamp and its validation.
    pub(super) fn reads_optimistically(&mut self, list: &[StmtNo]) -> Option<Taken> {
        if self.it.options.run || self.it.options.only_annotated {
            return None;
        }
        let (lock, stamp, at) = self.stamp(*list.first()?)?;
        let end = 1 + list[1..].iter().position(|s| self.is_validation(*s, lock, stamp))?;
        let copied: Vec<LocalNo> = list[1..end].iter().map(|s| self.copies(*s)).collect::<Option<_>>()?;
        let Form::If { test, yes, no: None } = self.body.statements[list[end].index()].form else { return None };
        let whole = self.body.statements[yes.index()].span;
        let is_negated = matches!(self.expression(test).kind, Kind::Unary { .. });
        let is_used = |local: &LocalNo| {
            list[end + 1..].iter().any(|s| {
                let span = self.body.statements[s.index()].span;
                self.body
                    .expressions
                    .iter()
                    .any(|e| span.contains(e.span) && matches!(e.kind, Kind::Local(of) if of == *local))
            })
        };
        let is_right = match is_negated {
            true => self.leaves(yes) || copied.iter().all(|local| self.is_read_again(*local, whole)),
            false => self.leaves(yes) && !copied.iter().any(is_used),
        };
        is_right.then(|| Taken { lock, view: None, method: OPTIMISTIC.to_owned(), reads: true, at })
    }

    /// The variable that a statement gives a value, and the value.
    fn given_to_variable(&self, s: StmtNo) -> Option<(LocalNo, ExprNo)> {
        match self.body.statements[s.index()].form {
            Form::Local { local, value } => Some((local, value?)),
            Form::Expression(e) => {
                let Kind::Assign { target, value } = self.expression(e).kind else { return None };
                let Kind::Local(local) = self.expression(target).kind else { return None };
                Some((local, value))
            }
            _ => None,
        }
    }

    /// `long s = l.tryOptimisticRead();` with the lock and the variable.
    fn stamp(&self, s: StmtNo) -> Option<(ExprNo, LocalNo, Span)> {
        let (local, value) = self.given_to_variable(s)?;
        let Kind::Call(call) = &self.expression(value).kind else { return None };
        let lock = call.target.filter(|of| self.it.last_name(self.expression(*of).ty) == "StampedLock")?;
        (self.it.text(call.name) == OPTIMISTIC).then_some((lock, local, call.name_span))
    }

    /// `if (l.validate(s))` or its contrary.
    fn is_validation(&self, s: StmtNo, lock: ExprNo, stamp: LocalNo) -> bool {
        let Form::If { test, .. } = self.body.statements[s.index()].form else { return false };
        let asked = match self.expression(test).kind {
            Kind::Unary { operator: Operator::Not, operand } => operand,
            _ => test,
        };
        let Kind::Call(call) = &self.expression(asked).kind else { return false };
        let is_stamp = |e: &ExprNo| matches!(self.expression(*e).kind, Kind::Local(of) if of == stamp);
        self.it.text(call.name) == "validate"
            && matches!(&call.arguments[..], [given] if is_stamp(given))
            && call.target.is_some_and(|of| self.is_same(of, lock))
    }

    /// The variable that a statement copies something into; none, if it does anything else.
    fn copies(&self, s: StmtNo) -> Option<LocalNo> {
        let (local, value) = self.given_to_variable(s)?;
        let whole = self.span(value);
        let is_plain = |kind: &Kind| match kind {
            Kind::Literal(_) | Kind::This { .. } | Kind::Local(_) | Kind::Unary { .. } | Kind::Binary { .. } => true,
            // The object in a field may be another one meanwhile.
            Kind::Field { target, .. } => target.is_none_or(|of| matches!(self.expression(of).kind, Kind::This { .. })),
            _ => false,
        };
        self.body.expressions.iter().filter(|e| whole.contains(e.span)).all(|e| is_plain(&e.kind)).then_some(local)
    }

    /// Returns true for a variable that code gives a new value on every way through it.
    fn is_read_again(&self, local: LocalNo, code: Span) -> bool {
        let given = self.body.expressions.iter().filter(|e| match e.kind {
            Kind::Assign { target, .. } => matches!(self.expression(target).kind, Kind::Local(of) if of == local),
            _ => false,
        });
        let is_choice = |form: &Form| {
            matches!(
                form,
                Form::If { .. } | Form::Switch(_) | Form::While { .. } | Form::For { .. } | Form::ForEach { .. }
            )
        };
        let chosen = |at: Span| {
            let inner = self.body.statements.iter().filter(|s| code.contains(s.span) && s.span.contains(at));
            inner.into_iter().any(|s| is_choice(&s.form))
        };
        // A clause that goes on has perhaps read nothing.
        let catches = self
            .body
            .statements
            .iter()
            .any(|s| code.contains(s.span) && matches!(&s.form, Form::Try { catches, .. } if !catches.is_empty()));
        !catches && given.map(|e| e.span).any(|at| code.contains(at) && !chosen(at))
    }

    /// The place of a validation that ends an optimistic read.
    pub(super) fn validates(&self, s: StmtNo, taken: &Taken) -> Option<Span> {
        let Form::If { test, .. } = self.body.statements[s.index()].form else { return None };
        let whole = self.span(test);
        self.body.expressions.iter().find_map(|e| match &e.kind {
            Kind::Call(call) if whole.contains(e.span) && self.it.text(call.name) == "validate" => {
                call.target.is_some_and(|of| self.is_same(of, taken.lock)).then_some(call.name_span)
            }
            _ => None,
        })
    }
}
