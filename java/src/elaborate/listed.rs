//! Tasks that a list has until threads get them: `tasks.add(() -> …)` and then `pool.invokeAll(tasks)`, or a loop that starts each.

use super::Elaborator;
use super::code::Code;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo};
use racefree_grammar::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Places at which threads get tasks, by the expressions of these.
pub(super) type Listed = FxHashMap<ExprNo, Span>;

impl Elaborator<'_> {
    /// The tasks of the lists in code, each with the place at which the threads begin that run them.
    pub(super) fn listed(&self, body: &Body) -> Listed {
        let (mut found, place) = (Listed::default(), |span: Span| Span::new(span.start, span.start));
        for e in &body.expressions {
            if let Kind::Call(call) = &e.kind
                && matches!(self.text(call.name), "invokeAll" | "invokeAny")
                && let Some(&list) = call.arguments.first()
            {
                self.list_tasks(body, list, place(e.span), &mut found);
            }
        }
        for s in &body.statements {
            if let Form::ForEach { local, over, .. } = s.form
                && self.is_started(body, local)
            {
                self.list_tasks(body, over, place(s.span), &mut found);
            }
        }
        found
    }

    /// Returns true for a variable whose value is the task of a new thread, or one that an executor gets.
    fn is_started(&self, body: &Body, local: LocalNo) -> bool {
        let is_it = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == local);
        body.expressions.iter().any(|e| match &e.kind {
            Kind::Call(call) => {
                let starts = self.is_task(body, call) || self.is_started_with(body, call);
                starts && call.arguments.first().is_some_and(is_it)
            }
            Kind::New(new) => self.last_name(e.ty) == "Thread" && new.arguments.first().is_some_and(is_it),
            _ => false,
        })
    }

    fn list_tasks(&self, body: &Body, list: ExprNo, start: Span, found: &mut Listed) {
        match &body.expressions[list.index()].kind {
            Kind::Call(call) if matches!(self.text(call.name), "of" | "asList") => {
                found.extend(call.arguments.iter().map(|task| (*task, start)));
            }
            Kind::New(new) => {
                let given = new.arguments.first().filter(|e| matches!(body.expressions[e.index()].kind, Kind::Call(_)));
                given.into_iter().for_each(|list| self.list_tasks(body, *list, start, found));
            }
            Kind::Local(local) => {
                let made = body.locals[local.index()].value;
                let made = made.filter(|e| !matches!(body.expressions[e.index()].kind, Kind::Local(_)));
                made.into_iter().for_each(|made| self.list_tasks(body, made, start, found));
                let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == *local);
                for e in &body.expressions {
                    if let Kind::Call(call) = &e.kind
                        && self.text(call.name) == "add"
                        && call.target.is_some_and(is_it)
                        && let [task] = call.arguments[..]
                    {
                        found.insert(task, start);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Code<'_, '_, '_> {
    /// The place at which a thread gets a task that a call puts into a list.
    pub(super) fn listed_start(&mut self, task: ExprNo) -> Option<Span> {
        if self.listed.is_none() {
            self.listed = Some(Rc::new(self.it.listed(self.body)));
        }
        self.listed.as_ref().and_then(|listed| listed.get(&task).copied())
    }
}
