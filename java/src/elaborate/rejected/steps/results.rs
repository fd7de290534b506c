//! Result of a change of an atomic number, with which code goes on: `if (left.get() > 0) { int n = left.decrementAndGet(); … }`. Code that asks
//! afterwards whether the result is what it wanted has only looked ahead, and is right.

use super::Judge;
use crate::tree::body::{ExprNo, Form, Kind, LocalNo, Operator, StmtNo};
use racefree_grammar::Edit;

/// Calls that change a number and give what it is then.
const NEW: &[&str] = &["incrementAndGet", "decrementAndGet", "addAndGet"];

/// Calls that change a number and give what it was.
const OLD: &[&str] = &["getAndIncrement", "getAndDecrement", "getAndAdd"];

impl Judge<'_, '_> {
    /// The one call in a statement that changes an atomic number, if code goes on with its result and never asks about that.
    pub(super) fn result_of_change(&self, s: StmtNo, own: ExprNo) -> Option<ExprNo> {
        let value = self.value_of_statement(s)?;
        let mut changes = self.inside(self.span(value)).filter_map(|(e, _)| {
            let call = self.as_call(e)?;
            let is_change = [NEW, OLD].iter().any(|names| names.contains(&self.it.text(call.name)));
            (is_change && self.is_same(call.target?, own)).then_some(e)
        });
        let change = changes.next().filter(|_| changes.next().is_none())?;
        let asks = self.inside(self.span(value)).any(|(_, e)| match &e.kind {
            Kind::Binary { operator, .. } => is_question(*operator),
            Kind::Conditional { .. } | Kind::Switch(_) | Kind::Lambda(_) => true,
            _ => false,
        });
        (!asks && !self.variable_of(s).is_some_and(|local| self.is_asked_about(local))).then_some(change)
    }

    /// The value that a statement is about.
    fn value_of_statement(&self, s: StmtNo) -> Option<ExprNo> {
        match self.body.statements[s.index()].form {
            Form::Local { value: Some(value), .. } | Form::Return(Some(value)) => Some(value),
            Form::Expression(e) => match *self.kind(e) {
                Kind::Assign { value, .. } => Some(value),
                _ => Some(e),
            },
            _ => None,
        }
    }

    /// The variable that a statement gives a value.
    fn variable_of(&self, s: StmtNo) -> Option<LocalNo> {
        match self.body.statements[s.index()].form {
            Form::Local { local, .. } => Some(local),
            Form::Expression(e) => match *self.kind(e) {
                Kind::Assign { target, .. } => match *self.kind(target) {
                    Kind::Local(local) => Some(local),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true for a variable that a condition or an answer hangs on.
    fn is_asked_about(&self, local: LocalNo) -> bool {
        let has = |e: ExprNo| !self.places_of(self.span(e), local).is_empty();
        let by_statement = self.body.statements.iter().any(|s| match &s.form {
            Form::If { test, .. }
            | Form::While { test, .. }
            | Form::DoWhile { test, .. }
            | Form::Assert { test, .. } => has(*test),
            Form::For { test: Some(test), .. } => has(*test),
            Form::Switch(switch) => has(switch.value),
            Form::Return(Some(value)) => {
                has(*value)
                    && self.inside(self.span(*value)).any(|(_, e)| match e.kind {
                        Kind::Binary { operator, .. } => is_question(operator),
                        _ => false,
                    })
            }
            _ => false,
        });
        let by_expression = self.body.expressions.iter().any(|e| match &e.kind {
            Kind::Conditional { test, .. } => has(*test),
            Kind::Switch(switch) => has(switch.value),
            _ => false,
        });
        by_statement || by_expression
    }

    /// The result of a change in terms of a variable that has the value before: itself, or what the change makes of it.
    pub(super) fn in_terms_of(&self, s: StmtNo, result: ExprNo, seen: &str, next: String) -> Edit {
        let is_old = self.as_call(result).is_some_and(|call| OLD.contains(&self.it.text(call.name)));
        let (at, text) = (self.span(result), self.it.java.sources.text());
        let is_argument = text[..at.start as usize].trim_end().ends_with(['(', ','])
            && text[at.end as usize..].trim_start().starts_with([')', ',']);
        let is_whole = is_argument || self.value_of_statement(s) == Some(result);
        let text = match (is_old, is_whole) {
            (true, _) => seen.to_owned(),
            (false, true) => next,
            (false, false) => format!("({next})"),
        };
        Edit::replace(at, text)
    }
}

/// Returns true for an operator whose result is true or false.
fn is_question(operator: Operator) -> bool {
    use Operator::{And, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, Or};
    matches!(operator, And | Equal | Greater | GreaterOrEqual | Less | LessOrEqual | NotEqual | Or)
}
