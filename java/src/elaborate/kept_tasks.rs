//! Tasks that code keeps in an array or a list of its own, to ask them for their results: each is given to one thread all the same, if the container
//! is only looked at, and one place gives its elements to threads.

use super::Elaborator;
use super::solo::Around;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::Span;

impl Elaborator<'_> {
    /// Returns true for an expression that such a container gets; `is_given` says that a thread gets the object by another name.
    pub(super) fn is_kept(&self, body: &Body, e: ExprNo, around: &Around, is_given: bool) -> bool {
        let Some(container) = container_of(self, body, e) else { return false };
        let local = &body.locals[container.index()];
        let given = self.given_of(body, container, around);
        let is_once = match given.as_deref() {
            Some([]) => true,
            Some([one]) => !is_given && self.is_once_for_each(body, container, *one),
            _ => false,
        };
        local.effectively_final && !local.captured && is_once
    }

    /// The elements of a container that threads get; none, if elements are used otherwise, or the container is.
    fn given_of(&self, body: &Body, container: LocalNo, around: &Around) -> Option<Vec<ExprNo>> {
        let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == container);
        let (mut uses, mut known, mut elements) = (0, 0, Vec::new());
        let mut stored = Vec::new();
        for (n, e) in body.expressions.iter().enumerate() {
            match &e.kind {
                Kind::Local(of) => uses += usize::from(*of == container),
                Kind::Length(array) => known += usize::from(is_it(*array)),
                Kind::Element { array, .. } if is_it(*array) => {
                    known += 1;
                    elements.push(ExprNo(n as u32));
                }
                Kind::Assign { target, .. } => stored.push(*target),
                Kind::Call(call) if call.target.is_some_and(is_it) => {
                    known += match (self.text(call.name), call.arguments.len()) {
                        ("add", 1) | ("size" | "isEmpty", 0) => 1,
                        ("get", 1) => {
                            elements.push(ExprNo(n as u32));
                            1
                        }
                        _ => 0,
                    };
                }
                _ => {}
            }
        }
        for s in &body.statements {
            if let Form::ForEach { local, over, .. } = s.form
                && is_it(over)
            {
                known += 1;
                let own = (0..).map(ExprNo).zip(&body.expressions);
                elements.extend(own.filter(|(_, e)| matches!(e.kind, Kind::Local(of) if of == local)).map(|(e, _)| e));
            }
        }
        elements.retain(|e| !stored.contains(e) && !around.used.contains(e));
        (uses == known && elements.iter().all(|e| around.given.contains(e))).then_some(elements)
    }

    /// Returns true for an element that a loop has another one of in each turn, and that runs once.
    fn is_once_for_each(&self, body: &Body, container: LocalNo, e: ExprNo) -> bool {
        let at = body.expressions[e.index()].span;
        let declared = body.locals[container.index()].name_span;
        let is_loop = |form: &Form| {
            matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
        };
        let around = (0..).map(StmtNo).zip(&body.statements);
        let mut around = around.filter(|(_, s)| is_loop(&s.form) && s.span.contains(at) && !s.span.contains(declared));
        let Some((own, _)) = around.next().filter(|_| around.next().is_none()) else {
            return matches!(&body.expressions[e.index()].kind, Kind::Element { .. })
                && !body.statements.iter().any(|s| is_loop(&s.form) && s.span.contains(at));
        };
        let lambdas = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)));
        if lambdas.into_iter().any(|code| code.span.contains(at) && !code.span.contains(declared)) {
            return false;
        }
        let index = |e: ExprNo| match body.expressions[e.index()].kind {
            Kind::Local(of) => Some(of),
            _ => None,
        };
        let of_turn = match &body.expressions[e.index()].kind {
            Kind::Element { index: i, .. } => index(*i),
            Kind::Call(call) => call.arguments.first().and_then(|i| index(*i)),
            Kind::Local(of) => Some(*of),
            _ => None,
        };
        match &body.statements[own.index()].form {
            Form::ForEach { local, .. } => of_turn == Some(*local),
            Form::For { init, body: inner, .. } => init.iter().any(|s| match body.statements[s.index()].form {
                Form::Local { local, .. } => {
                    of_turn == Some(local) && !assigns(body, body.statements[inner.index()].span, local)
                }
                _ => false,
            }),
            _ => false,
        }
    }
}

/// The variable of the array or the list that an expression is put into.
fn container_of(it: &Elaborator<'_>, body: &Body, e: ExprNo) -> Option<LocalNo> {
    let local = |e: ExprNo| match body.expressions[e.index()].kind {
        Kind::Local(of) => Some(of),
        _ => None,
    };
    body.expressions.iter().find_map(|of| match &of.kind {
        Kind::Call(call) if it.text(call.name) == "add" && call.arguments[..] == [e] => local(call.target?),
        Kind::Assign { target, value } if *value == e => match body.expressions[target.index()].kind {
            Kind::Element { array, .. } => local(array),
            _ => None,
        },
        _ => None,
    })
}

/// Returns true for code that gives a variable another value.
fn assigns(body: &Body, code: Span, local: LocalNo) -> bool {
    let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == local);
    body.expressions.iter().filter(|e| code.contains(e.span)).any(|e| match e.kind {
        Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => is_it(target),
        _ => false,
    })
}
