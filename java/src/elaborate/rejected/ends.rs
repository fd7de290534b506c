//! Statements that code goes on behind (JLS 14.22): methods that end without a value, and statements that no code gets to.

use super::Judge;
use crate::Java;
use crate::attribute::Constant;
use crate::tree::body::{Body, ExprNo, Form, Kind, Literal, StmtNo, Switch};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// The value of a condition that is a constant.
fn constant(java: &mut Java, body: &Body, test: ExprNo) -> Option<bool> {
    match java.constant(body, test) {
        Some(Constant::Boolean(value)) => Some(value),
        _ => None,
    }
}

/// A switch that has a case for every value: one with patterns or `null` has, and one of an enum may have.
pub(super) fn covers(body: &Body, switch: &Switch) -> bool {
    let is_null = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Literal(Literal::Null));
    switch.cases.iter().any(|case| case.is_default || !case.patterns.is_empty() || case.constants.iter().any(is_null))
}

/// Statements by whether code can go on behind them.
pub(super) struct Ends(Vec<bool>);

impl Ends {
    /// The statements of a body, where parts come before the whole.
    pub(super) fn of(java: &mut Java, body: &Body) -> Ends {
        let mut ends = Ends(Vec::with_capacity(body.statements.len()));
        for statement in &body.statements {
            let can = ends.can_end(java, body, &statement.form);
            ends.0.push(can);
        }
        ends
    }

    /// Returns true if code can go on behind these statements.
    pub(super) fn goes_on(&self, all: &[StmtNo]) -> bool {
        all.iter().all(|s| self.0[s.index()])
    }

    fn can_end(&self, java: &mut Java, body: &Body, form: &Form) -> bool {
        let one = |s: StmtNo| self.0[s.index()];
        match form {
            Form::Block(inner) | Form::Synchronized { body: inner, .. } => self.goes_on(inner),
            Form::If { yes, no, .. } => no.is_none_or(|no| one(*yes) || one(no)),
            Form::While { test, body: inner } => {
                constant(java, body, *test) != Some(true) || breaks(body, *inner, None, true)
            }
            Form::DoWhile { body: inner, test } => {
                let goes = one(*inner) || continues(body, *inner);
                goes && constant(java, body, *test) != Some(true) || breaks(body, *inner, None, true)
            }
            Form::For { test, body: inner, .. } => {
                test.is_some_and(|test| constant(java, body, test) != Some(true)) || breaks(body, *inner, None, true)
            }
            Form::Labeled { label, body: inner } => one(*inner) || breaks(body, *inner, Some(*label), true),
            Form::Try { body: inner, catches, finally, .. } => {
                (self.goes_on(inner) || catches.iter().any(|c| self.goes_on(&c.body)))
                    && finally.as_ref().is_none_or(|last| self.goes_on(last))
            }
            Form::Switch(switch) => self.switch_ends(body, switch),
            Form::Return(_) | Form::Throw(_) | Form::Break(_) | Form::Continue(_) | Form::Yield(_) => false,
            Form::Local { .. }
            | Form::Class(_)
            | Form::Expression(_)
            | Form::ForEach { .. }
            | Form::Assert { .. }
            | Form::Delegate { .. }
            | Form::Note(_)
            | Form::Empty
            | Form::NotUnderstood => true,
        }
    }

    fn switch_ends(&self, body: &Body, switch: &Switch) -> bool {
        let breaks = || switch.cases.iter().flat_map(|c| &c.body).any(|s| breaks(body, *s, None, true));
        let last = match switch.arrows {
            true => switch.cases.iter().any(|case| self.goes_on(&case.body)),
            false => switch.cases.last().is_none_or(|case| self.goes_on(&case.body)),
        };
        !covers(body, switch) || last || breaks()
    }
}

impl Judge<'_, '_> {
    /// Statements behind one that code does not go on behind, and bodies of loops that never begin.
    pub(super) fn reached(&mut self, ends: &Ends) {
        let body = self.body;
        let mut never: Vec<StmtNo> = Vec::new();
        let mut list = |all: &[StmtNo]| {
            let is_code = |s: &&StmtNo| !matches!(body.statements[s.index()].form, Form::Note(_) | Form::NotUnderstood);
            let Some(at) = all.iter().position(|s| !ends.0[s.index()]) else { return };
            never.extend(all[at + 1..].iter().find(is_code));
        };
        let cases = |switch: &Switch, list: &mut dyn FnMut(&[StmtNo])| {
            switch.cases.iter().for_each(|case| list(&case.body));
        };
        body.parts.iter().for_each(|part| list(&part.block));
        for e in &body.expressions {
            match &e.kind {
                Kind::Lambda(lambda) => list(&lambda.body),
                Kind::Switch(switch) => cases(switch, &mut list),
                _ => {}
            }
        }
        for statement in &body.statements {
            match &statement.form {
                Form::Block(all) | Form::Synchronized { body: all, .. } => list(all),
                Form::Try { body: all, catches, finally, .. } => {
                    list(all);
                    catches.iter().for_each(|catch| list(&catch.body));
                    finally.iter().for_each(|all| list(all));
                }
                Form::Switch(switch) => cases(switch, &mut list),
                _ => {}
            }
        }
        for statement in &body.statements {
            let (Form::While { test, body: inner } | Form::For { test: Some(test), body: inner, .. }) = statement.form
            else {
                continue;
            };
            if constant(self.it.java, body, test) == Some(false) {
                never.push(inner);
            }
        }
        for s in never {
            self.wrong(body.statements[s.index()].span, "no code gets to this statement");
        }
    }
}

/// Returns true for a `break` of the statement around: without a label unless an inner loop or switch takes it, or of the label.
fn breaks(body: &Body, s: StmtNo, label: Option<Name>, own: bool) -> bool {
    find(body, s, own, &|form, own| match form {
        Form::Break(None) => label.is_none() && own,
        Form::Break(Some(of)) => label == Some(*of),
        _ => false,
    })
}

fn continues(body: &Body, s: StmtNo) -> bool {
    find(body, s, true, &|form, _| matches!(form, Form::Continue(_)))
}

/// Looks for a statement among the parts of one; `own` is false in inner loops and switches.
fn find(body: &Body, s: StmtNo, own: bool, is: &dyn Fn(&Form, bool) -> bool) -> bool {
    let form = &body.statements[s.index()].form;
    let any = |all: &[StmtNo], own: bool| all.iter().any(|&s| deep(|| find(body, s, own, is)));
    is(form, own)
        || match form {
            Form::Block(all) | Form::Synchronized { body: all, .. } => any(all, own),
            Form::If { yes, no, .. } => any(&[*yes], own) || no.is_some_and(|no| any(&[no], own)),
            Form::While { body: inner, .. } | Form::DoWhile { body: inner, .. } | Form::ForEach { body: inner, .. } => {
                any(&[*inner], false)
            }
            Form::For { body: inner, .. } => any(&[*inner], false),
            Form::Labeled { body: inner, .. } => any(&[*inner], own),
            Form::Try { body: inner, catches, finally, .. } => {
                any(inner, own)
                    || catches.iter().any(|c| any(&c.body, own))
                    || finally.as_ref().is_some_and(|last| any(last, own))
            }
            Form::Switch(switch) => switch.cases.iter().any(|c| any(&c.body, false)),
            Form::Local { .. }
            | Form::Class(_)
            | Form::Expression(_)
            | Form::Break(_)
            | Form::Continue(_)
            | Form::Yield(_)
            | Form::Return(_)
            | Form::Throw(_)
            | Form::Assert { .. }
            | Form::Delegate { .. }
            | Form::Note(_)
            | Form::Empty
            | Form::NotUnderstood => false,
        }
}
