//! Statements that code goes on behind (JLS 14.22), for methods that end without a value.

use crate::tree::body::{Body, Form, Kind, Literal, StmtNo, Switch};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// Returns true if code can go on behind these statements.
pub(super) fn goes_on(body: &Body, all: &[StmtNo]) -> bool {
    all.iter().all(|&s| deep(|| can_end(body, s)))
}

fn is_true(body: &Body, test: crate::tree::body::ExprNo) -> bool {
    matches!(body.expressions[test.index()].kind, Kind::Literal(Literal::Boolean(true)))
}

fn can_end(body: &Body, s: StmtNo) -> bool {
    let all = |statements: &[StmtNo]| goes_on(body, statements);
    match &body.statements[s.index()].form {
        Form::Block(inner) => all(inner),
        Form::If { yes, no, .. } => no.is_none_or(|no| all(&[*yes]) || all(&[no])),
        Form::While { test, body: inner } => !is_true(body, *test) || breaks(body, *inner, None, true),
        Form::DoWhile { body: inner, test } => {
            let goes = all(&[*inner]) || continues(body, *inner);
            goes && !is_true(body, *test) || breaks(body, *inner, None, true)
        }
        Form::For { test, body: inner, .. } => {
            test.is_some_and(|test| !is_true(body, test)) || breaks(body, *inner, None, true)
        }
        Form::Labeled { label, body: inner } => all(&[*inner]) || breaks(body, *inner, Some(*label), true),
        Form::Synchronized { body: inner, .. } => all(inner),
        Form::Try { body: inner, catches, finally, .. } => {
            (all(inner) || catches.iter().any(|c| all(&c.body))) && finally.as_ref().is_none_or(|last| all(last))
        }
        Form::Switch(switch) => switch_ends(body, switch),
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

fn switch_ends(body: &Body, switch: &Switch) -> bool {
    let breaks = || switch.cases.iter().flat_map(|c| &c.body).any(|s| breaks(body, *s, None, true));
    // One with patterns has a case for every value, and so may one of an enum.
    let covers = switch.cases.iter().any(|case| case.is_default || !case.patterns.is_empty());
    let last = match switch.arrows {
        true => switch.cases.iter().any(|case| goes_on(body, &case.body)),
        false => switch.cases.last().is_none_or(|case| goes_on(body, &case.body)),
    };
    !covers || last || breaks()
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
